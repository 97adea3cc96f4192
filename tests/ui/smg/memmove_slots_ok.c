// Owned records in a few slots; those behind a removed one move up.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 2 0 1 8 0
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
      free(slots[0]);
      used--;
      memmove(&slots[0], &slots[1], used * sizeof slots[0]);
    }
  }
  while (used > 0)
    free(slots[--used]);
  return last;
}
