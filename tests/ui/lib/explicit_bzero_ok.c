// explicit_bzero clears a secret before it is freed.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *key = malloc(16);
  strcpy(key, "secret");
  explicit_bzero(key, 16);
  int left = 0;
  for (int i = 0; i < 16; i++)
    left += key[i] != 0;
  printf("%d\n", left);
  free(key);
  return left;
}
