// Leading zeros of an input that may be zero; the assertion after it holds for no reason that C gives.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ inputs: 0
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  int n = __builtin_clzl(x); //~ BUG bit-scan-of-zero
  assert(n >= 0 && n <= 64);
  return 0;
}
