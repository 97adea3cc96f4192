// A block for each round of a loop, as large as the round wants.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[chc]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
      break;
    char *block = malloc(n);
    for (int i = 0; i < n; i++)
      block[i] = i;
    free(block);
  }
  return 0;
}
