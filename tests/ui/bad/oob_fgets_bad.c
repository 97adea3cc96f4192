// fgets is told of more room than the buffer has.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ stdin: a line of text\n
#include <stdio.h>

int main(void) {
  char line[8];
  if (!fgets(line, 16, stdin)) //~ BUG out-of-bounds
    return 1;
  return line[0];
}
