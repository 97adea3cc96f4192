// Nodes of one value are taken out on the way through a doubly linked list.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ inputs: 1 5 1 0 1 7 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->prev = NULL;
    n->next = list;
    if (list)
      list->prev = n;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = build(), *at = list;
  while (at) {
    struct node *next = at->next;
    if (at->value == 0) {
      if (at->prev)
        at->prev->next = next;
      else
        list = next;
      if (next)
        next->prev = at->prev;
      free(at);
    }
    at = next;
  }
  assert(!list || list->value != 0);
  destroy(list);
  return 0;
}
