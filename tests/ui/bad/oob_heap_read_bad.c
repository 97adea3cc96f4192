// Reads one element past the end of a heap array.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *v = calloc(5, sizeof *v);
  int sum = 0;
  for (int i = 0; i <= 5; i++)
    sum += v[i]; //~ BUG out-of-bounds
  free(v);
  return sum;
}
