// A list is freed by recursion.
//@ property: valid-memsafety,unreach-call,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 1 7 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(struct node *n) {
  if (!n)
    return;
  destroy(n->next);
  free(n);
}

int main(void) {
  struct node *list = build();
  assert(!list || list->next != list);
  destroy(list);
  return 0;
}
