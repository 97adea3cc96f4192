// main returns while its local owns a block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
  p[0] = 1;
  return 0;
} //~ BUG leak
