// A variable may be longer than the array that it is copied to.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 97 97 97 97 97 97 97 97
//@ native: none the test sets no variables
#include <stdlib.h>
#include <string.h>

int main(void) {
  char name[8];
  const char *value = getenv("USER");
  if (value)
    strcpy(name, value); //~ BUG out-of-bounds
  return 0;
}
