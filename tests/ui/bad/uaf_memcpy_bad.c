// memcpy into a block that was freed through another name.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *owner = malloc(8);
  char *view = owner;
  char from[8] = "1234567";
  memcpy(view, from, 8);
  free(owner);
  memcpy(view, from, 8); //~ BUG use-after-free
  return 0;
}
