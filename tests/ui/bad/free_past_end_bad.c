// Frees a pointer to the end of a block.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *begin = malloc(8);
  char *p = begin;
  for (int i = 0; i < 8; i++)
    *p++ = 0;
  free(p); //~ BUG invalid-free
  return 0;
}
