// An access that starts inside a block and ends outside.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

struct record {
  char tag;
  long value;
};

int main(void) {
  struct record *r = malloc(12);
  r->tag = 1;
  r->value = 5; //~ BUG out-of-bounds
  free(r);
  return 0;
}
