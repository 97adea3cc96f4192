// Adds one to the largest int.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

static int add(int a, int b) {
  return a + b; //~ BUG signed-overflow
}

int main(void) {
  int r = add(INT_MAX - 1, 1);
  r = add(r, 1);
  return r < 0;
}
