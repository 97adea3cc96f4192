// What is printed has no end in its object.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdio.h>

int main(void) {
  char name[5] = "round";
  printf("%s\n", name); //~ BUG out-of-bounds
  return 0;
}
