// The caller ignores a freshly allocated result.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static int *make(int v) {
  int *p = malloc(sizeof *p);
  *p = v;
  return p;
}

int main(void) {
  int r = 3;
  make(5); //~ BUG leak
  r--;
  return r;
}
