// Writes in front of a heap block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *v = malloc(4 * sizeof *v);
  int *p = v;
  p--;
  *p = 1; //~ BUG out-of-bounds
  free(v);
  return 0;
}
