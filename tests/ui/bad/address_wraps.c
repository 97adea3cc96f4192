// An address as a number, moved once around the address space: the sum is smaller than what was added.
//@ property: unreach-call
//@ inputs: 9223372036854775807
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
#include <stdlib.h>

extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  char *block = malloc(16);
  if (!block)
    return 0;
  long step = __VERIFIER_nondet_long();
  unsigned long moved = (unsigned long)block + 8 + (unsigned long)step;
  long distance = (long)(moved - (unsigned long)block);
  if (distance < step)
    reach_error(); //~ BUG error-call
  free(block);
  return 0;
}
