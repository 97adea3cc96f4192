// calloc gives zeroed memory; zero sizes may be freed.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

struct cell {
  int n;
  struct cell *next;
};

int main(void) {
  struct cell *c = calloc(3, sizeof *c);
  printf("%d %d %d\n", c[0].n, c[2].n, c[1].next == NULL);
  c[0].next = &c[2];
  c[2].n = 8;
  printf("%d\n", c[0].next->n);
  free(c);
  free(calloc(0, 10));
  free(NULL);
  return 0;
}
