// The recursion goes down, but only for the first node of each list.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: true(unreach-call) false(valid-memsafety)
//@ verdict[symex]: true(unreach-call)
//@ inputs: 1 0 1 0 0
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
  if (list) {
    destroy(list->down);
    free(list); //~ BUG leak
  }
}

int main(void) {
  struct node *list = build(3);
  assert(!list || list->next != list);
  destroy(list);
  return 0;
}
