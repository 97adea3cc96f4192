// Removal forgets that the first node has none before it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0 0
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

static struct node *remove_node(struct node *list, struct node *n) {
  n->prev->next = n->next; //~ BUG null-deref
  if (n->next)
    n->next->prev = n->prev;
  free(n);
  return list;
}

int main(void) {
  struct node *list = build();
  struct node *at = list;
  while (at && __VERIFIER_nondet_int())
    at = at->next;
  if (at)
    list = remove_node(list, at);
  int value = 0;
  struct node *last = list;
  while (last && last->next)
    last = last->next;
  for (; last; last = last->prev)
    value = last->value;
  destroy(list);
  return value;
}
