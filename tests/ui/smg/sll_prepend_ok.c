// A singly linked list of any length: pushed at the front, walked, freed.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
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

  int last = 0;
  for (struct node *n = head; n; n = n->next)
    last = n->value;

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return last;
}
