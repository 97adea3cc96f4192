// realloc of a block that was freed.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  free(p);
  p = realloc(p, 8); //~ BUG bad-realloc
  free(p);
  return 0;
}
