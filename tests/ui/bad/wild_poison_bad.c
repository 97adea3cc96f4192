// A removed node's links were poisoned, and the walk goes through them.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

#define POISON ((struct node *)0x123456700000)

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = 1;
  n->next = POISON;
  int v = n->next->value; //~ BUG wild-deref
  free(n);
  return v;
}
