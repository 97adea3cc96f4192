// random, srandom and rand_r: in range and reproducible.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  srandom(7);
  long a = random(), b = random();
  srandom(7);
  printf("%d %d\n", random() == a, random() == b);
  printf("%d\n", a >= 0 && b >= 0);
  unsigned seed = 5, again = 5;
  int r = rand_r(&seed);
  printf("%d %d\n", r == rand_r(&again), r >= 0 && r <= RAND_MAX);
  printf("%d\n", seed == again);
  return 0;
}
