// Negates the smallest int.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

static int magnitude(int v) {
  if (v < 0)
    return -v; //~ BUG signed-overflow
  return v;
}

int main(void) {
  int r = magnitude(-7);
  r += magnitude(INT_MIN) != 0;
  return r;
}
