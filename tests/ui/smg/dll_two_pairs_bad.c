// Two doubly linked lists through the same nodes: one of them still leads back to a node that was taken out.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct links {
  struct node *next, *prev;
};

struct node {
  struct links all, active;
  int value;
};

static void push(struct node **list, struct node *n) {
  n->all.prev = n->active.prev = NULL;
  n->all.next = n->active.next = *list;
  if (*list) {
    (*list)->all.prev = n;
    (*list)->active.prev = n;
  }
  *list = n;
}

static void take_out(struct node **list, struct node *n) {
  if (n->all.prev) {
    n->all.prev->all.next = n->all.next; //~ BUG use-after-free
    n->active.prev->active.next = n->active.next;
  } else {
    *list = n->active.next;
  }
  if (n->active.next) {
    n->active.next->active.prev = n->active.prev;
  }
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    push(&list, n);
  }
  struct node *at = list;
  while (at && __VERIFIER_nondet_int())
    at = at->active.next;
  if (at) {
    take_out(&list, at);
    free(at);
  }
  unsigned sum = 0;
  for (at = list; at; at = at->all.next)
    sum += (unsigned)at->value;
  while (list) {
    at = list;
    take_out(&list, at);
    free(at);
  }
  return sum != 0;
}
