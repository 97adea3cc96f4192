// Each round of the loop loses its block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *cell = malloc(sizeof *cell);
    *cell = i;
    sum += *cell;
  } //~ BUG leak
  return sum;
}
