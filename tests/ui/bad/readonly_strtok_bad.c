// strtok cuts a string literal into pieces.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
#include <string.h>

int main(void) {
  char *line = "a b c";
  char *t = strtok(line, " "); //~ BUG readonly-write
  return t[0];
}
