// Frees a string literal that stands in for an owned string.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *name = "unnamed";
  free(name); //~ BUG invalid-free
  return 0;
}
