// An array that doubles its room one element too late.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 5
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned wanted = __VERIFIER_nondet_uchar();
  unsigned room = 4, used = 0;
  int *values = malloc(room * sizeof *values);
  while (used < wanted) {
    if (used > room) {
      room = 2 * room;
      values = realloc(values, room * sizeof *values);
    }
    values[used] = (int)used; //~ BUG out-of-bounds
    used++;
  }
  free(values);
  return 0;
}
