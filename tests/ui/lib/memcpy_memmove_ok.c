// memcpy, memmove (overlapping both ways), mempcpy, memset, bcopy, bzero.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char a[16] = "0123456789", b[16];
  memcpy(b, a, 11);
  memmove(b + 2, b, 5);
  printf("%s\n", b);
  memmove(b, b + 3, 8);
  printf("%s\n", b);
  char *end = mempcpy(b, "xyz", 3);
  *end = 0;
  printf("%s %d\n", b, (int)(end - b));
  memset(b, '*', 4);
  b[4] = 0;
  printf("%s\n", b);
  bcopy(a + 5, a, 6);
  printf("%s\n", a);
  bzero(a, sizeof a);
  printf("%d%d\n", a[0], a[15]);
  printf("%d\n", memcpy(b, a, 0) == b);
  int numbers[4] = {1, 2, 3, 4}, copy[4];
  memcpy(copy, numbers, sizeof copy);
  memset(numbers, 0xff, sizeof numbers);
  printf("%d %d\n", copy[3], numbers[2]);
  return 0;
}
