// `main` calls itself, and what the innermost call allocates is lost when it returns.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 5 123456789
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5)
    main();
  if (x == 123456789) {
    char *last = malloc(8);
    last[0] = 1;
  } //~ BUG leak
  return 0;
}
