// There may be no argument after the program's name.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(int argc, char **argv) {
  (void)argc;
  return strcmp(argv[1], "-v") == 0; //~ BUG null-deref
}
