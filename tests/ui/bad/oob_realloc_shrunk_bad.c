// Uses the old length after shrinking a block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *v = malloc(10 * sizeof *v);
  for (int i = 0; i < 10; i++)
    v[i] = i;
  v = realloc(v, 3 * sizeof *v);
  int r = v[2];
  r += v[3]; //~ BUG out-of-bounds
  free(v);
  return r;
}
