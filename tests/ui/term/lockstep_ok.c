// Two counters, one of them faster: their distance changes.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>

int main(void) {
  unsigned front = 10, back = 0, distance = 10;
  while (distance < 1000) {
    distance = front - back;
    front += 4;
    back += 3;
  }
  printf("%u\n", distance);
  return 0;
}
