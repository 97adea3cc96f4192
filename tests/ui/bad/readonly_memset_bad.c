// memset over a table of constants.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

static const long table[3] = {7, 8, 9};

int main(void) {
  void *p = (void *)table;
  memset(p, 0, sizeof table); //~ BUG readonly-write
  return (int)table[0];
}
