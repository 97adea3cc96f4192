// Decrements the smallest int.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

int main(void) {
  int i = INT_MIN + 1;
  --i;
  --i; //~ BUG signed-overflow
  return i > 0;
}
