// The program's own memset calls the error function.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 3
//@ sanitizer: none AddressSanitizer puts its own memset in the place of the program's
#include <stddef.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void *memset(void *p, int c, size_t n) {
  if (n == 3 && c == 255)
    reach_error(); //~ BUG error-call
  return p;
}
int main(void) {
  char b[256];
  size_t n = __VERIFIER_nondet_uchar();
  memset(b, -1, n);
  return 0;
}
