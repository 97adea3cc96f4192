// A buffer that has no room for the sign and the zero.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ inputs: -2000000000
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char exact[11];
  sprintf(exact, "%d", __VERIFIER_nondet_int()); //~ BUG out-of-bounds
  return exact[0] == '-';
}
