// Allocates again into the same variable.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  p = malloc(sizeof *p); //~ BUG leak
  *p = 2;
  int r = *p;
  free(p);
  return r;
}
