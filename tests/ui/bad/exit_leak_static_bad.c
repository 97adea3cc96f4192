// A function keeps its buffer in a static local for ever.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ sanitizer: none LeakSanitizer counts what is still reachable at the end as no leak
#include <stdlib.h>

static char *buffer(void) {
  static char *b;
  if (!b)
    b = malloc(64);
  return b;
}

int main(void) {
  buffer()[0] = 1;
  buffer()[1] = 2;
  return 0; //~ BUG leak-at-exit
}
