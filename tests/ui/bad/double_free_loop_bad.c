// A loop frees the same slot in every round.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *rows[3];
  for (int i = 0; i < 3; i++)
    rows[i] = malloc(8);
  for (int i = 0; i < 3; i++)
    free(rows[0]); //~ BUG double-free
  return 0;
}
