// An argument may be longer than the block that it is copied to.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ arguments: longer-than-8
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  char *copy = malloc(8);
  if (!copy)
    return 2;
  strcpy(copy, argv[1]); //~ BUG out-of-bounds
  free(copy);
  return 0;
}
