// Increments a counter beyond the largest int.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
#include <limits.h>

int main(void) {
  int i = INT_MAX - 2;
  int rounds = 0;
  while (i > 0) {
    i++; //~ BUG signed-overflow
    rounds++;
  }
  return rounds;
}
