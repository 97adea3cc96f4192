// A function that allocates, called from two places: what each call gives is as large as it was asked for.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[chc]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
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
  if (n > 1000)
    return 0;
  int *single = numbers(n), *twice = numbers(2 * n);
  for (unsigned i = 0; i < n; i++) {
    single[i] = 1;
    twice[2 * i] = 2;
    twice[2 * i + 1] = 3;
  }
  free(single);
  free(twice);
  return 0;
}
