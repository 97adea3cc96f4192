// Which of two blocks is freed depends on a number; once it is the wrong one.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 5
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *one = malloc(8), *two = malloc(8);
  one[0] = two[0] = 0;
  free(n > 4 ? one : two);
  free(n > 5 ? two : one); //~ BUG double-free
  return 0;
}
