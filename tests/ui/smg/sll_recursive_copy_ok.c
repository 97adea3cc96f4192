// A list is copied by recursion; both are freed.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
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
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static struct node *copy(const struct node *from) {
  if (!from)
    return NULL;
  struct node *n = malloc(sizeof *n);
  n->value = from->value;
  n->next = copy(from->next);
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
