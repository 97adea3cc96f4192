// Nobody touches what the function allocates, and nobody frees it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *maybe(size_t size) {
  return __VERIFIER_nondet_int() ? malloc(size) : 0;
}

static void other(void) {
  free(maybe(4));
}

int main(void) {
  int *lost = maybe(sizeof *lost);
  (void)lost;
  return 0;
} //~ BUG leak
