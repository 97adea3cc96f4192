// A block for each round of a loop; one of them is used after its end.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 3 1 7
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
    if (n == 7)
      block[0] = 1; //~ BUG use-after-free
  }
  return 0;
}
