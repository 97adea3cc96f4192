// A pointer squeezed through an int loses its upper half.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  long *p = malloc(sizeof *p);
  *p = 1;
  uintptr_t bits = (uintptr_t)p;
  if (__VERIFIER_nondet_int())
    bits = (uintptr_t)(uint32_t)bits ^ 0x500000000000;
  long *q = (long *)bits;
  long v = *q; //~ BUG wild-deref
  free(p);
  return (int)v;
}
