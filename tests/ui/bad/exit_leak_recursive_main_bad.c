// `main` calls itself, and a global still leads to a block when the program ends.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ inputs: 5 123456789
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *kept;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5)
    main();
  if (x == 123456789 && !kept)
    kept = malloc(8);
  return 0; //~ BUG leak-at-exit
}
