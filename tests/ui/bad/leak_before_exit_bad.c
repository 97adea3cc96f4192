// The pointer is lost before exit is called, so exit does not excuse it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  p[0] = 1;
  p = NULL; //~ BUG leak
  exit(p != NULL);
}
