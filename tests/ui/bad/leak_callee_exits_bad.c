// A function that exits has overwritten the global that led to a block of its caller.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static char *cache;

static void stop(void) {
  cache = NULL; //~ BUG leak
  exit(0);
}

int main(void) {
  cache = malloc(8);
  stop();
  return 0;
}
