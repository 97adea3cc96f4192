// reallocarray multiplies its sizes and keeps what was there.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  short *s = reallocarray(NULL, 2, sizeof *s);
  s[0] = 1, s[1] = 2;
  s = reallocarray(s, 8, sizeof *s);
  s[7] = 9;
  printf("%d %d %d\n", s[0], s[1], s[7]);
  free(s);
  return 0;
}
