// Two lists become one.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 0 1 7 0
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
  if (!a)
    return b;
  struct node *last = a;
  while (last->next)
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
