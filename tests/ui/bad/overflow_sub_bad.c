// Compares by subtraction; the difference does not fit.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

static int compare(int a, int b) {
  return a - b; //~ BUG signed-overflow
}

int main(void) {
  int r = compare(5, 3) > 0;
  r += compare(INT_MIN, 1) > 0;
  return r;
}
