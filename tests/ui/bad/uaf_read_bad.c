// Reads a heap cell after it was freed.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 4;
  free(p);
  return *p; //~ BUG use-after-free
}
