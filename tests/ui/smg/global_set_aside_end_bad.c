// The program ends in a function that cannot name the global that still holds memory.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ sanitizer: none LeakSanitizer counts what is still reachable at the end as no leak
//@ inputs: 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *kept;

static void stop(int status) {
  if (status)
    exit(status); //~ BUG leak-at-exit
}

int main(void) {
  kept = malloc(4);
  stop(__VERIFIER_nondet_int());
  free(kept);
  return 0;
}
