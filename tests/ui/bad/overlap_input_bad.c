// Copies a block within an array; one input makes source and target overlap.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ inputs: 3
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[12] = {0};
  unsigned at = __VERIFIER_nondet_uint();
  if (at < 3 || at > 8)
    return 1;
  memcpy(a + at, a, 4 * sizeof *a); //~ BUG overlapping-copy
  return a[at];
}
