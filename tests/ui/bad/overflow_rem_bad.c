// The remainder of the smallest long by minus one.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

int main(void) {
  long top = LONG_MIN;
  long bottom = -1;
  long r = top % bottom; //~ BUG signed-overflow
  return r != 0;
}
