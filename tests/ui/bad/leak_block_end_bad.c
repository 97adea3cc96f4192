// A variable of an inner block owns memory and the block ends.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int r = 1;
  {
    int *p = malloc(sizeof *p);
    *p = 4;
    r += *p;
  } //~ BUG leak
  r *= 2;
  return r;
}
