// The cleanup attribute frees a pointer at the end of its scope, on every way out.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static int freed;

static void release(char **p) {
  freed++;
  free(*p);
}

static int use(int early) {
  __attribute__((cleanup(release))) char *p = malloc(10);
  p[0] = 'a';
  if (early)
    return 1;
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(release))) char *q = malloc(1);
    if (i == 1)
      break;
  }
  return 2;
}

int main(void) {
  int r = use(1) + use(0);
  printf("%d %d\n", r, freed);
  return freed;
}
