// The walk back stops at the first node without freeing it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
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

int main(void) {
  struct node *last = build();
  while (last && last->next)
    last = last->next;
  int value = last ? last->value : 0;
  while (last && last->prev) {
    struct node *prev = last->prev;
    free(last);
    last = prev;
  }
  return value;
} //~ BUG leak
