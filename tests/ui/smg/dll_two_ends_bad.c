// Freed from both ends, the node in the middle goes twice.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->next = first->prev = NULL;
  first->value = 3;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = NULL;
    n->prev = last;
    last->next = n;
    last = n;
  }
  int value = last->value;
  while (first != last && first->next != last) {
    struct node *next = first->next, *prev = last->prev;
    free(first);
    free(last);
    first = next;
    last = prev;
  }
  free(last);
  free(first); //~ BUG double-free
  return value;
}
