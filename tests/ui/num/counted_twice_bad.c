// The second counter misses a step when the first one is at seven.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 9
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int total = __VERIFIER_nondet_uchar();
  int done = 0, left = total;
  while (left > 0) {
    left--;
    if (left != 7)
      done++;
  }
  assert(done == total); //~ BUG error-call
  return 0;
}
