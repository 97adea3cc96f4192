// memset runs over almost the whole address space.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char b[16];
  memset(b, 0, (size_t)-32); //~ BUG out-of-bounds
  return b[0];
}
