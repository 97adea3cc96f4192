// The error path frees, and so does the common clean-up.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: -4
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int r = 0;
  char *b = malloc(32);
  int n = __VERIFIER_nondet_int();
  if (n < 0) {
    r = 1;
    free(b);
    goto out;
  }
  b[0] = 1;
out:
  free(b); //~ BUG double-free
  return r;
}
