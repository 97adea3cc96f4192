// The flexible array member was allocated one element short.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct vec {
  int count;
  int item[];
};

int main(void) {
  struct vec *v = malloc(sizeof *v + 2 * sizeof v->item[0]);
  v->count = 3;
  for (int i = 0; i < v->count; i++)
    v->item[i] = i; //~ BUG out-of-bounds
  free(v);
  return 0;
}
