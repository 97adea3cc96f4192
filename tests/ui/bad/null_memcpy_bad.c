// memcpy from a null pointer with a size that is not zero.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char to[8];
  const char *from = 0;
  memcpy(to, from, 4); //~ BUG null-deref
  return to[0];
}
