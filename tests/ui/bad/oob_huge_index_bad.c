// An index far outside of the object and of the address space in use.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  long far = 1l << 44;
  p[0] = 1;
  char c = p[far]; //~ BUG out-of-bounds
  free(p);
  return c;
}
