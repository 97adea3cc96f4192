// strlen of an array without terminator runs out of the object.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char word[4] = {'w', 'o', 'r', 'd'};
  return (int)strlen(word); //~ BUG out-of-bounds
}
