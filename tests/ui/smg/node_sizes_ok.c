// Small and large nodes in one list; only large ones have the second half.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ inputs: 1 0 1 1 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
struct large {
  struct node base;
  long more[4];
};

int main(void) {
  struct node *head = NULL;
  long sum = 1;
  while (__VERIFIER_nondet_int()) {
    int kind = __VERIFIER_nondet_int() ? 1 : 0;
    struct node *n = malloc(kind ? sizeof(struct large) : sizeof(struct node));
    n->value = kind;
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *n = head;
    head = n->next;
    if (n->value == 1) {
      struct large *l = (struct large *)n;
      l->more[3] = 2;
      sum = l->more[3];
    }
    free(n);
  }
  return (int)sum;
}
