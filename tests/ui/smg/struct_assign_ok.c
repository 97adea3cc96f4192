// A node changes its place by assignment of the whole structure.
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

  // Takes the first node away by moving the second into it.
  while (head && head->next) {
    struct node *second = head->next;
    *head = *second;
    free(second);
  }
  int value = head ? head->value : 0;
  free(head);
  return value;
}
