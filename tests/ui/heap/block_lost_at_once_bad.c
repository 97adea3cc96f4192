// Each round loses the block of the one before.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *last = 0;
  while (__VERIFIER_nondet_int()) {
    last = malloc(sizeof *last); //~ BUG leak
    *last = 1;
  }
  free(last);
  return 0;
}
