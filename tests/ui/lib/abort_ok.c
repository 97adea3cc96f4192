// abort ends the process by signal; it violates no property.
//@ verdict: true
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
