// strcpy into a heap buffer that is too small.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *b = malloc(8);
  strcpy(b, "seven..");
  strcpy(b, "nine chars"); //~ BUG out-of-bounds
  free(b);
  return 0;
}
