// strcat appends to a string literal's own memory.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char *s = "base";
  char *end = s + 1;
  strncat(end, "", 3); //~ BUG readonly-write
  return s[0];
}
