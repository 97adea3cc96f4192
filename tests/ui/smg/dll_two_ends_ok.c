// A doubly linked list is freed from both ends towards the middle.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0
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
  if (first != last)
    free(last);
  free(first);
  return value;
}
