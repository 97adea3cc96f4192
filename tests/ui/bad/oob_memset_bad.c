// memset counts elements where it should count bytes, the wrong way round.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *b = malloc(10);
  memset(b, 0, 10 * sizeof(int)); //~ BUG out-of-bounds
  free(b);
  return 0;
}
