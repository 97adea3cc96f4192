// What a recursive function returns is never more than its argument, and never negative.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
//@ inputs: 7
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int half(int n) {
  if (n < 2)
    return 0;
  return 1 + half(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_uchar();
  int h = half(n);
  assert(h >= 0 && h <= n);
  assert(h + h <= n && n <= h + h + 1);
  return 0;
}
