// A block that only another block leads to, in a loop that may run for ever.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[chc]: true(valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 0 1 1 1 1 1 1 1 1 1 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct box {
  int *numbers;
  int count;
};

int main(void) {
  struct box *box = malloc(sizeof *box);
  box->count = __VERIFIER_nondet_int();
  box->numbers = malloc(40);
  if (box->count > 3) {
    free(box->numbers);
    box->numbers = 0;
  }
  int i = 0;
  while (box->numbers && i < 10) {
    box->numbers[i] = i;
    if (__VERIFIER_nondet_int())
      i++;
  }
  free(box->numbers);
  free(box);
  return 0;
}
