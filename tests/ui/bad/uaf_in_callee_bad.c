// The access through the dangling pointer happens inside a called function.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static int first(const int *v) {
  return v[0]; //~ BUG use-after-free
}

int main(void) {
  int *v = malloc(2 * sizeof *v);
  v[0] = 1;
  int r = first(v);
  free(v);
  r += first(v);
  return r;
}
