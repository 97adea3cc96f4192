// Removal repairs one side only; the other still leads to the freed node.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

static void insert_before(struct node *at, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = at;
  n->prev = at->prev;
  at->prev->next = n;
  at->prev = n;
}

static void remove_node(struct node *n) {
  n->prev->next = n->next; //~ BUG use-after-free
  free(n);
}

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring->prev = ring;
  ring->value = 0;
  while (__VERIFIER_nondet_int())
    insert_before(ring, __VERIFIER_nondet_int());
  while (ring->next != ring)
    remove_node(ring->next);
  free(ring);
  return 0;
}
