// `_Exit` ends the program without the clean-up that was registered.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ native: none LeakSanitizer does not look when a program ends by _Exit
#include <stdlib.h>

static void *block;

static void clean_up(void) { free(block); }

int main(void) {
  atexit(clean_up);
  block = malloc(8);
  _Exit(0); //~ BUG leak-at-exit
}
