// Nobody takes the result of malloc.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

int main(void) {
  int r = 2;
  malloc(100); //~ BUG leak
  r++;
  return r;
}
