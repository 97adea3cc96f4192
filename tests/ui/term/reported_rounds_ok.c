// Every round is reported on standard error, the result on standard output.
//@ property: termination, no-overflow
//@ verdict: true
//@ verdict[symex]: true(termination, no-overflow)
//@ inputs: 5
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  if (rounds > 1000) {
    fprintf(stderr, "%d rounds are too many\n", rounds);
    return 1;
  }
  for (int i = 0; i < rounds; i++)
    fprintf(stderr, "round %d of %d: %s\n", i, rounds, "done");
  fprintf(stdout, "%d\n", rounds);
  return 0;
}
