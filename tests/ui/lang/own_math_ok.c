// The program's own floor is called; its abs, labs and fabs are not, because compilers compute those in place.
//@ verdict: true
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
#include <assert.h>
int printf(const char *, ...);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int abs(int x) { reach_error(); return x; }
long labs(long x) { reach_error(); return x; }
double fabs(double x) { reach_error(); return x; }
double floor(double x) { return x + 100; }
int main(void) {
  int n = __VERIFIER_nondet_uchar();
  double d = -0.5 - n;
  assert(abs(-1 - n) == n + 1 && labs(-1L - n) == n + 1L && fabs(d) == n + 0.5);
  double f = floor(d);
  assert(f == 99.5 - n);
  printf("%g\n", f);
  return 0;
}
