// An array that doubles its room whenever it is full.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ inputs: 5
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned wanted = __VERIFIER_nondet_uchar();
  unsigned room = 4, used = 0;
  int *values = malloc(room * sizeof *values);
  while (used < wanted) {
    if (used == room) {
      room = 2 * room;
      values = realloc(values, room * sizeof *values);
    }
    values[used] = (int)used;
    used++;
  }
  free(values);
  return 0;
}
