// strncpy pads beyond the end of its target.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char b[6];
  strncpy(b, "abc", 6);
  strncpy(b, "abc", 9); //~ BUG out-of-bounds
  return b[0];
}
