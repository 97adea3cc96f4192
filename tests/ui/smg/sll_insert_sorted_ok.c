// Every value is inserted where it belongs.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 9 1 2 1 6 0
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
    while (*at && (*at)->value < n->value)
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
