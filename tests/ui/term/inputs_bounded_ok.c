// The inputs steer the loop, but a counter bounds it.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 1 2 3 0
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int() && rounds < 100)
    rounds++;
  printf("%d\n", rounds);
  return 0;
}
