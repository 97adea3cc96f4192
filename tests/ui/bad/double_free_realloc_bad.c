// Frees the old block although realloc did so already.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *old = malloc(10);
  char *fresh = realloc(old, 100000);
  free(fresh);
  free(old); //~ BUG double-free
  return 0;
}
