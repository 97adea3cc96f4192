// An early return on one input forgets the block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int process(int n) {
  int *buffer = malloc(8 * sizeof *buffer);
  if (n == 0)
    return -1;
  buffer[0] = n;
  free(buffer);
  return 0;
} //~ BUG leak

int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = process(n);
  return r != 0;
}
