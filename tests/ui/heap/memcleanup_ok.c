// Everything is freed at the end, on exit too.
//@ property: valid-memcleanup
//@ verdict: true
//@ verdict[explore]: true(valid-memcleanup)
//@ verdict[smg]: true(valid-memcleanup)
#include <stdio.h>
#include <stdlib.h>

static char *kept;

static void finish(void) { free(kept); }

int main(void) {
  kept = malloc(8);
  atexit(finish);
  char *scratch = malloc(8);
  scratch[0] = 1;
  int status = scratch[0];
  free(scratch);
  printf("done\n");
  exit(status);
}
