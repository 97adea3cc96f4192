// The program's own memset writes one byte too many; the compiled program calls it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none AddressSanitizer puts its own memset in the place of the program's
#include <stddef.h>
#include <stdlib.h>
void *memset(void *p, int c, size_t n) {
  char *q = p;
  for (size_t i = 0; i <= n; i++)
    q[i] = (char)c; //~ BUG out-of-bounds
  return p;
}
int main(void) {
  char *b = malloc(8);
  memset(b, 0, 8);
  free(b);
  return 0;
}
