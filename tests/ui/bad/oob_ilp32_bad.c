// Assumes that a long has eight bytes; in the ilp32 data model it has four.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ data-model: ilp32
#include <stdlib.h>

int main(void) {
  long *v = malloc(2 * sizeof *v);
  long long *wide = (long long *)v;
  wide[0] = 1;
  wide[1] = 2; //~ BUG out-of-bounds
  free(v);
  return 0;
}
