// Reads inputs until zero and keeps the largest; every input sequence is safe.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: 3 -8 41 7 0
#include <stdio.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
  short v, best = -32768;
  unsigned count = 0;
  while ((v = __VERIFIER_nondet_short()) != 0 && count < 10) {
    count++;
    if (v > best)
      best = v;
  }
  printf("%u %d\n", count, best);
  return count;
}
