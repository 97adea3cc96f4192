// A global still owns a block when main returns.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ sanitizer: none LeakSanitizer counts what is still reachable at the end as no leak
#include <stdlib.h>

static int *kept;

int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 1;
  return 0; //~ BUG leak-at-exit
}
