// exit is called while a local owns a block.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ sanitizer: none LeakSanitizer counts what is still reachable at the end as no leak
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  exit(*p); //~ BUG leak-at-exit
}
