// The loop would stand still for a step of zero, which is excluded.
//@ property: termination
//@ verdict: true
//@ inputs: 50 -3
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int at = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (at < 40 || step > 30 || step == 0)
    return 0;
  unsigned rounds = 0;
  while (at > 7 && at < 100) {
    at += step;
    rounds++;
  }
  printf("%u\n", rounds);
  return 0;
}
