// A block is still allocated when the program gives up.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ native: none LeakSanitizer does not look when a program aborts
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *block = malloc(sizeof *block);
  *block = __VERIFIER_nondet_int();
  if (*block == 0)
    abort(); //~ BUG leak-at-exit
  free(block);
  return 0;
}
