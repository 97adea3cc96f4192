// _Exit ends the process without running handlers.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { printf("handler\n"); }

int main(void) {
  atexit(handler);
  printf("before\n");
  fflush(stdout);
  _Exit(9);
}
