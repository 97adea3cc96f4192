// A global list is freed except for its last node.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[chc]: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ sanitizer: none LeakSanitizer counts what is still reachable at the end as no leak
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  while (list->next) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0; //~ BUG leak-at-exit
}
