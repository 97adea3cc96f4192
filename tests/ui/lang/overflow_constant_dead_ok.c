// A constant expression that overflows where no run comes along is no bug.
//@ property: no-overflow
//@ verdict: true
//@ verdict[explore]: true(no-overflow)
//@ verdict[symex]: true(no-overflow)
#include <stdio.h>
int main(void) {
  int n = 3;
  if (n > 5)
    n = 2147483647 + 1;
  printf("%d\n", n);
  return 0;
}
