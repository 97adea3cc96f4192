// Advances the pointer and frees from the middle of the block.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(12);
  strcpy(s, "   trimmed");
  while (*s == ' ')
    s++;
  free(s); //~ BUG invalid-free
  return 0;
}
