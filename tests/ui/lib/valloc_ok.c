// valloc gives page-aligned memory that free takes.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *p = valloc(100);
  printf("%d\n", (int)((uintptr_t)p % 4096));
  p[99] = 7;
  int r = p[99];
  free(p);
  return r;
}
