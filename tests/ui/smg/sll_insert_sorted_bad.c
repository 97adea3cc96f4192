// The search for the place tests the head instead of the end of the list.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
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
    struct node **at = &head;
    while (head && (*at)->value < n->value) //~ BUG null-deref
      at = &(*at)->next;
    n->next = *at;
    *at = n;
  }
  int least = head ? head->value : 0;

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return least;
}
