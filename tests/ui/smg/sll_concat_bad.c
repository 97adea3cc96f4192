// The second list is freed on its own, and again as part of the first.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0 1 7 0
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
    struct node *next = list->next; //~ BUG use-after-free
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
  destroy(b);
  destroy(all);
  return 0;
}
