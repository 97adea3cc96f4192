// A mask of all bits but the sign's: there is no next number to compare it with.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdlib.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
  long *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_long() & 0x7fffffffffffffffL;
  while (*p) {
    *p = 0;
  }
  free(p);
  return 0;
}
