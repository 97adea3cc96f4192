// The flag that says "allocated" is wrong for one input.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 16
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char small[16];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 1;
  char *b = n > 16 ? malloc(n) : small;
  b[n - 1] = 0;
  if (n >= 16)
    free(b); //~ BUG invalid-free
  return 0;
}
