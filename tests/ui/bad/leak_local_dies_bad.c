// The function's local is the only pointer and dies with it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static int work(int n) {
  int *scratch = malloc(4 * sizeof *scratch);
  scratch[0] = n;
  int r = scratch[0] * 2;
  return r;
} //~ BUG leak

int main(void) {
  int r = work(4);
  return r;
}
