// A promise to the optimiser that holds.
//@ inputs: 2
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  __builtin_assume(n > 0);
  int *p = malloc(sizeof *p);
  __builtin_assume(p != 0);
  *p = n;
  printf("%d\n", *p > 0);
  free(p);
  return 0;
}
