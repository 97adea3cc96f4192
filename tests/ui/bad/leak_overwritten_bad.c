// Overwrites the only pointer to a block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  p[0] = 1;
  p = 0; //~ BUG leak
  return p != 0;
}
