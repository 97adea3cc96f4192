// Nodes on the stack own words on the heap, which are lost when the function returns.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  struct node *next;
  int *word;
};

static void build(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_bool()) {
    struct node *node = __builtin_alloca(sizeof *node);
    node->next = list;
    node->word = malloc(sizeof *node->word);
    list = node;
  }
} //~ BUG leak

int main(void) {
  build();
  return 0;
}
