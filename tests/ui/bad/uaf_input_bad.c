// The error path frees the block, and one combination of inputs uses it afterwards.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 3 -1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int mode = __VERIFIER_nondet_int();
  int value = __VERIFIER_nondet_int();
  int *slot = malloc(sizeof *slot);
  *slot = 0;
  int released = 0;
  if (value < 0) {
    free(slot);
    released = 1;
  }
  if (mode == 3)
    *slot = value; //~ BUG use-after-free
  if (!released)
    free(slot);
  return 0;
}
