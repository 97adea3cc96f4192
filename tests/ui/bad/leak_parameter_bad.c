// Ownership passes to a function that drops it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static void consume(char *p) {
  p[0] = 'x';
} //~ BUG leak

int main(void) {
  consume(malloc(4));
  return 0;
}
