// rand and srand: in range, and the same seed gives the same sequence.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int first[5], same = 1, ranged = 1;
  srand(42);
  for (int i = 0; i < 5; i++) {
    first[i] = rand();
    ranged &= first[i] >= 0 && first[i] <= RAND_MAX;
  }
  srand(42);
  for (int i = 0; i < 5; i++)
    same &= rand() == first[i];
  printf("%d %d %d\n", same, ranged, rand() % 10 < 10);
  return 0;
}
