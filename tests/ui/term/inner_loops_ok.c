// A loop around loops that end; a bit is flipped once more, and ends it.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
#include <stdio.h>

static int bits[8];

static void flip_all(void) {
  for (int i = 0; i < 65; i++)
    bits[i % 8] ^= 1;
}

int main(void) {
  int odd = 0;
  do {
    flip_all();
    for (int i = 0; i < 81; i++)
      odd ^= bits[i % 8];
  } while (odd == 0);
  printf("%d\n", odd);
  return 0;
}
