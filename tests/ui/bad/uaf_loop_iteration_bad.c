// Frees the scratch block in the first round of a loop and uses it in the second.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *scratch = malloc(4 * sizeof *scratch);
  int total = 0;
  for (int i = 0; i < 3; i++) {
    scratch[i] = i; //~ BUG use-after-free
    total += scratch[i];
    if (i == 0)
      free(scratch);
  }
  return total;
}
