// A list is reversed in place.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }

  struct node *reversed = NULL;
  while (head) {
    struct node *rest = head->next;
    head->next = reversed;
    reversed = head;
    head = rest;
  }

  int last = 0;
  while (reversed) {
    struct node *n = reversed;
    reversed = n->next;
    last = n->value;
    free(n);
  }
  return last;
}
