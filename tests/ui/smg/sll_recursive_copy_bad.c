// The copy shares all nodes but the first with the original.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
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

static struct node *copy(const struct node *from) {
  if (!from)
    return NULL;
  struct node *n = malloc(sizeof *n);
  n->value = from->value;
  n->next = from->next;
  return n;
}

int main(void) {
  struct node *list = build();
  struct node *twin = copy(list);
  assert(!list == !twin);
  destroy(list);
  destroy(twin);
  return 0;
}
