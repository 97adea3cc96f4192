// The last node is overwritten with the one behind it, which does not exist.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
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
  while (head) {
    struct node *second = head->next;
    *head = *second; //~ BUG null-deref
    free(second);
  }
  int value = head ? head->value : 0;
  free(head);
  return value;
}
