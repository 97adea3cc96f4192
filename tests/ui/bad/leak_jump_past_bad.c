// The last pointer is in a variable whose declaration a jump may skip.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  for (int i = 0; i < 2; i++) {
    int n = __VERIFIER_nondet_int();
    if (n)
      goto skip;
    char *p = malloc(8);
    if (!p)
      abort();
    *p = 1;
  skip:
    n = 0;
  } //~ BUG leak
  return 0;
}
