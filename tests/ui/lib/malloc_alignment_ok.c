// malloc aligns for every type, and blocks do not overlap.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *blocks[10];
  int misaligned = 0;
  for (int i = 0; i < 10; i++) {
    blocks[i] = malloc(i + 1);
    misaligned += (uintptr_t)blocks[i] % _Alignof(max_align_t) != 0;
    memset(blocks[i], 'a' + i, i + 1);
  }
  int intact = 0;
  for (int i = 0; i < 10; i++)
    intact += blocks[i][0] == 'a' + i && blocks[i][i] == 'a' + i;
  for (int i = 0; i < 10; i++)
    free(blocks[i]);
  printf("%d %d\n", misaligned, intact);
  return intact;
}
