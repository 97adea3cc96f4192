// A callback removes the element that the iteration stands on.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void visit(struct node *n) {
  if (n->value == 2)
    free(n);
}

static void each(struct node *n, void (*f)(struct node *)) {
  while (n) {
    f(n);
    n = n->next; //~ BUG use-after-free
  }
}

int main(void) {
  struct node *b = malloc(sizeof *b), *a = malloc(sizeof *a);
  b->value = 2;
  b->next = 0;
  a->value = 1;
  a->next = b;
  each(a, visit);
  free(a);
  return 0;
}
