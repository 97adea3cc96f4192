// A simple countdown from an input terminates.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 9
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0)
    n -= 2;
  printf("%d\n", n);
  return 0;
}
