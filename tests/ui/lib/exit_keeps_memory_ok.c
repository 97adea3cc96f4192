// exit loses nothing: what main's locals reach is not a leak.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(20);
  p[0] = 'x';
  printf("%c\n", p[0]);
  exit(p[0] == 'x' ? 3 : 4);
}
