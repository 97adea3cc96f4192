// Writes into a freed block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  char *q = p + 8;
  free(p);
  *q = 'x'; //~ BUG use-after-free
  return 0;
}
