// Frees memory that alloca gave.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <alloca.h>
#include <stdlib.h>

int main(void) {
  char *p = alloca(16);
  p[0] = 1;
  free(p); //~ BUG invalid-free
  return 0;
}
