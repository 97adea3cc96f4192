// sprintf writes a number that needs more room than the buffer has.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdio.h>

int main(void) {
  char b[8];
  sprintf(b, "%d", 1234567);
  sprintf(b, "%d", -1234567); //~ BUG out-of-bounds
  return b[0];
}
