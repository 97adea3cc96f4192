// A global still reaches heap memory at the end: nothing is lost.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
#include <stdio.h>
#include <stdlib.h>

struct config {
  int level;
  struct config *fallback;
};

static struct config *current;

int main(void) {
  current = malloc(sizeof *current);
  current->level = 3;
  current->fallback = malloc(sizeof *current);
  current->fallback->level = 1;
  current->fallback->fallback = NULL;
  printf("%d\n", current->level + current->fallback->level);
  return 0;
}
