// Only a pointer into the middle of a block is kept; the block is not lost.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static int *middle_of(int n) {
  int *block = malloc(2 * n * sizeof *block);
  for (int i = 0; i < 2 * n; i++)
    block[i] = i;
  return block + n;
}

int main(void) {
  int *m = middle_of(5);
  printf("%d %d\n", m[-5], m[4]);
  free(m - 5);
  return 0;
}
