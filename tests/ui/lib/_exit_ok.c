// _Exit ends the process without running handlers.
//@ verdict: true
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { printf("handler\n"); }

int main(void) {
  atexit(handler);
  printf("before\n");
  fflush(stdout);
  _Exit(9);
}
