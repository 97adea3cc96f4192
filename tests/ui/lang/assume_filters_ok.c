// An assumption that makes the rest of the program safe for all inputs.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: 4 2
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a[5] = {5, 4, 3, 2, 1};
  int i = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 5);
  __VERIFIER_assume(d > 0);
  int q = a[i] / d;
  printf("%d\n", q);
  return a[i];
}
