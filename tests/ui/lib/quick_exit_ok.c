// quick_exit runs its own handlers, in reverse order, and not those of atexit.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

static void normal(void) { printf("not run\n"); }

static void first(void) {
  printf("first\n");
  fflush(stdout);
}

static void second(void) { printf("second\n"); }

int main(void) {
  atexit(normal);
  at_quick_exit(first);
  at_quick_exit(second);
  quick_exit(6);
}
