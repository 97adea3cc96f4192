// The end is still the link inside a node that has left.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 2 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *front = NULL, **end = &front;
  int action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1) {
      struct node *n = malloc(sizeof *n);
      n->value = __VERIFIER_nondet_int();
      n->next = NULL;
      *end = n; //~ BUG use-after-free
      end = &n->next;
    } else if (front) {
      struct node *n = front;
      front = n->next;
      free(n);
    }
  }
  while (front) {
    struct node *n = front;
    front = n->next;
    free(n);
  }
  return 0;
}
