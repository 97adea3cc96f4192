// Takes list nodes three at a time, but the inputs can make the length no multiple of three.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (head && head->next) {
    struct node *second = head->next;
    struct node *third = second->next;
    struct node *rest = third->next; //~ BUG null-deref
    free(head);
    free(second);
    free(third);
    head = rest;
  }
  free(head);
  return 0;
}
