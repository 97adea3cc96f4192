// Writes into a freed block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  char *q = p + 8;
  free(p);
  *q = 'x'; //~ BUG use-after-free
  return 0;
}
