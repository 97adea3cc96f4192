// A wrong summary: for odd numbers, twice the half is less than the number.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 3
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
  assert(h + h == n); //~ BUG error-call
  return 0;
}
