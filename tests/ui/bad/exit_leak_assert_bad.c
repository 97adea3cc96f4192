// An assertion fails deep in a call while the caller still owns a list.
//@ property: valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[explore]: false(valid-memcleanup)
//@ verdict[smg]: false(valid-memcleanup)
//@ inputs: 3
//@ native: none LeakSanitizer does not look when a program aborts
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

static void check(int count) {
  assert(count != 3); //~ BUG leak-at-exit
}

int main(void) {
  struct node *list = NULL;
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 10)
    return 0;
  for (int i = 0; i < count; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  check(count);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
