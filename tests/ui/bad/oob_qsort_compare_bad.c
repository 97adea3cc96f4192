// The comparison function looks at a second int that the last element lacks.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static int by_next(const void *a, const void *b) {
  const int *x = a, *y = b;
  return x[1] - y[1]; //~ BUG out-of-bounds
}

int main(void) {
  int *v = malloc(2 * sizeof *v);
  v[0] = 2;
  v[1] = 1;
  qsort(v, 2, sizeof *v, by_next);
  free(v);
  return 0;
}
