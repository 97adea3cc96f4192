// What one loop counts up, another counts down: the sum of both counters does not change.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: 5
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int total = __VERIFIER_nondet_uchar();
  int done = 0, left = total;
  while (left > 0) {
    left--;
    done++;
  }
  assert(done == total);
  while (done > 0)
    done -= 1;
  assert(done + left == 0);
  return 0;
}
