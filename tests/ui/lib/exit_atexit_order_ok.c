// atexit handlers run in reverse order, after exit, before the process ends.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("first registered\n"); }
static void second(void) { printf("second registered\n"); }
static void third(void) { printf("third registered\n"); }

static void deep(int n) {
  if (n == 0)
    exit(7);
  deep(n - 1);
}

int main(void) {
  atexit(first);
  atexit(second);
  atexit(third);
  printf("main\n");
  deep(3);
  printf("never\n");
  return 0;
}
