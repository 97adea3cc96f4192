// One node type on every level: built to a given depth and freed by recursion.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 1 1 0 1 1 0 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *down;
};

static struct node *build(int depth) {
  struct node *list = NULL;
  while (depth > 0 && __VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->down = build(depth - 1);
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    destroy(list->down);
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = build(3);
  assert(!list || list->next != list);
  destroy(list);
  return 0;
}
