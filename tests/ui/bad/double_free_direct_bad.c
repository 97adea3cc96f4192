// Frees the same block twice.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  free(p); //~ BUG double-free
  return 0;
}
