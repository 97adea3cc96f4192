// Keeps a pointer into the block that realloc moved.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *v = malloc(2 * sizeof *v);
  v[1] = 7;
  int *last = &v[1];
  v = realloc(v, 5000 * sizeof *v);
  int r = v[1];
  r += *last; //~ BUG use-after-free
  free(v);
  return r;
}
