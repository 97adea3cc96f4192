// strtok cuts a string literal into pieces.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char *line = "a b c";
  char *t = strtok(line, " "); //~ BUG readonly-write
  return t[0];
}
