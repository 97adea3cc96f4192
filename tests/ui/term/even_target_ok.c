// The counter goes by a power of two, from a multiple of it, and wraps around to the one that ends the loop.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
#include <stdio.h>

int main(void) {
  unsigned short n = 32;
  int rounds = 0;
  while (n != 0) {
    n += 32;
    rounds++;
  }
  printf("%d\n", rounds);
  return 0;
}
