// What the loop asks about is a number of the round before, and some of them are large enough to end it.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
#include <stdio.h>

int main(void) {
  unsigned next = 1, last = 0, rounds = 0;
  while (last < 8000) {
    last = next;
    next = (next * 5 + 3) & 8191;
    rounds++;
  }
  printf("%u\n", rounds);
  return 0;
}
