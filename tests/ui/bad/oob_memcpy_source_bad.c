// memcpy reads past its source.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char to[32];
  static const char from[] = "short";
  memcpy(to, from, 20); //~ BUG out-of-bounds
  return to[0];
}
