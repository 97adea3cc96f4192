// realloc of a pointer into the middle.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *v = malloc(4 * sizeof *v);
  int *p = v + 1;
  p = realloc(p, 64); //~ BUG bad-realloc
  free(p);
  return 0;
}
