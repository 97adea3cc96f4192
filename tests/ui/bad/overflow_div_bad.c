// The smallest int divided by minus one.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

int main(void) {
  int top = INT_MIN;
  int bottom = -1;
  int q = top / bottom; //~ BUG signed-overflow
  return q != 0;
}
