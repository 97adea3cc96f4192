// On the way to a bad `free`, memory is lost; with other inputs nothing happens.
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
//@ inputs: 77
//@ native: none AddressSanitizer ends the program before it looks for leaks
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char buffer[4];
  char *p = buffer;
  if (x == 77) {
    p = malloc(3);
    p = buffer; //~ BUG leak
    free(p);
  }
  return 0;
}
