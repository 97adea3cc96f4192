// Asks malloc for a terabyte and uses its ends.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
//@ native: none a real allocator may refuse
#include <stdlib.h>

int main(void) {
  char *p = malloc(1ul << 40);
  p[0] = 1;
  p[(1ul << 40) - 1] = 2;
  int r = p[0] + p[(1ul << 40) - 1];
  free(p);
  return r;
}
