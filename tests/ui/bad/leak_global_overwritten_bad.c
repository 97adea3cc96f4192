// Sets a global that owned a block to another one.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static int *cache;

static void store(int *p) {
  cache = p; //~ BUG leak
}

int main(void) {
  store(malloc(4));
  *cache = 1;
  store(malloc(4));
  free(cache);
  return 0;
}
