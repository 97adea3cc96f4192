// A cyclic list known by its last node.
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
  struct node *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    if (last) {
      n->next = last->next;
      last->next = n;
    } else {
      n->next = n;
    }
    last = n;
  }
  if (!last)
    return 0;
  int value = last->next->value;
  struct node *n = last->next;
  while (n != last) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  free(last);
  return value;
}
