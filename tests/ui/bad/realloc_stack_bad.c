// realloc of a stack buffer.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char b[8];
  char *p = b;
  b[0] = 1;
  p = realloc(p, 16); //~ BUG bad-realloc
  free(p);
  return 0;
}
