// malloc(0) gives no byte to write to.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none AddressSanitizer turns malloc(0) into a block of one byte
#include <stdlib.h>

int main(void) {
  char *p = malloc(0);
  p[0] = 'x'; //~ BUG out-of-bounds
  free(p);
  return 0;
}
