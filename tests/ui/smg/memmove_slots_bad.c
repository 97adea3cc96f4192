// The first slot is overwritten, and its record was not freed.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 2 0
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 4

struct record {
  int value;
};

int main(void) {
  struct record *slots[SLOTS];
  unsigned used = 0;
  int last = 0, action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1 && used < SLOTS) {
      slots[used] = malloc(sizeof(struct record));
      slots[used]->value = __VERIFIER_nondet_int();
      used++;
    } else if (action == 2 && used > 0) {
      last = slots[0]->value;
      used--;
      if (used > 0)
        memmove(&slots[0], &slots[1], used * sizeof slots[0]); //~ BUG leak
      else
        free(slots[0]);
    }
  }
  while (used > 0)
    free(slots[--used]);
  return last;
}
