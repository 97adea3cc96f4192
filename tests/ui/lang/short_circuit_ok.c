// && and || evaluate their right operand only when it matters.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

static int seen;

static int probe(int id, int value) {
  seen = seen * 10 + id;
  return value;
}

int main(void) {
  int r = probe(1, 0) && probe(2, 1);
  r += 2 * (probe(3, 1) || probe(4, 1));
  r += 4 * (probe(5, 1) && probe(6, 7));
  r += 8 * (probe(7, 0) || probe(8, 0));
  printf("%d %d\n", r, seen);
  int *p = NULL;
  if (p && *p)
    printf("never\n");
  int x = 5;
  if (!p || *p > 3)
    x = 6;
  return x;
}
