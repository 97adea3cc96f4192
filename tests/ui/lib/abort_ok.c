// abort ends the process by signal; it violates no property.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { printf("not run\n"); }

int main(void) {
  char *p = malloc(4);
  atexit(handler);
  p[3] = 1;
  printf("going\n");
  fflush(stdout);
  if (p[3] == 1)
    abort();
  return 0;
}
