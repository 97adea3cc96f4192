// The first list is taken for non-empty.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0 0
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

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static struct node *concat(struct node *a, struct node *b) {
  struct node *last = a;
  while (last->next) //~ BUG null-deref
    last = last->next;
  last->next = b;
  return a;
}

int main(void) {
  struct node *a = build(), *b = build();
  struct node *all = concat(a, b);
  assert(all || (!a && !b));
  destroy(all);
  return 0;
}
