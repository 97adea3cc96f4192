// Frees a stack array.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int a[4];
  int *p = a;
  a[0] = 1;
  free(p); //~ BUG invalid-free
  return 0;
}
