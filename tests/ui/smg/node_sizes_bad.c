// A small node is taken for a large one.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 0
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
    if (n->value == 0) {
      struct large *l = (struct large *)n;
      l->more[3] = 2; //~ BUG out-of-bounds
      sum = l->more[3];
    }
    free(n);
  }
  return (int)sum;
}
