// The second node is copied over the first, and nothing leads to it any more.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
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
    *head = *head->next; //~ BUG leak
  }
  int value = head ? head->value : 0;
  free(head);
  return value;
}
