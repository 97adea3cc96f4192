// A variable may not be set.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *value = getenv("CAIRN_NO_SUCH_VARIABLE");
  return value[0]; //~ BUG null-deref
}
