// The loop ends because an unsigned char wraps around.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
#include <stdio.h>

int main(void) {
  unsigned char c = 1;
  int rounds = 0;
  while (c) {
    c += 3;
    rounds++;
  }
  printf("%d\n", rounds);
  return 0;
}
