// A function that allocates, called from two places: the larger index is used with the smaller block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 3
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int *numbers(unsigned count) {
  int *new = malloc(count * sizeof(int));
  if (!new)
    abort();
  return new;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 1000)
    return 0;
  int *single = numbers(n), *twice = numbers(2 * n);
  for (unsigned i = 0; i < n; i++) {
    twice[i] = 1;
    single[2 * i] = 2; //~ BUG out-of-bounds
  }
  free(single);
  free(twice);
  return 0;
}
