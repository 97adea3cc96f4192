// A function that never returns has overwritten the variable of its caller that owned a block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ native: none it runs for ever
#include <stdlib.h>

static void wait_for_ever(char **owner) {
  *owner = NULL; //~ BUG leak
  for (;;)
    ;
}

int main(void) {
  char *block = malloc(8);
  wait_for_ever(&block);
  free(block);
  return 0;
}
