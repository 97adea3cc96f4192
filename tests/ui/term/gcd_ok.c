// Euclid's algorithm terminates for all unsigned inputs.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 84 36
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  while (b) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  printf("%u\n", a);
  return 0;
}
