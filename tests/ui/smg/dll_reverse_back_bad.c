// The reversal turns the forward links and leaves the backward ones.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[smg]: true(valid-memsafety) false(unreach-call)
//@ inputs: 1 5 1 6 0
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
  struct node *head = build(), *at = head;
  while (at) {
    struct node *next = at->next;
    at->next = at->prev;
    head = at;
    at = next;
  }
  assert(!head || !head->prev); //~ BUG error-call
  destroy(head);
  return 0;
}
