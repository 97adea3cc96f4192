// A local of a loop body whose address is taken gets a fresh life every round.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

static void set(int *p, int v) { *p = v; }

int main(void) {
  int total = 0;
  for (int i = 0; i < 5; i++) {
    int fresh;
    int *p = &fresh;
    set(p, i * i);
    if (i == 3)
      continue;
    total += fresh;
  }
  int i = 0;
  while (1) {
    int buffer[4] = {i};
    int *q = buffer;
    total += q[0] + q[3];
    if (++i == 4)
      break;
  }
  printf("%d\n", total);
  return total;
}
