// A cyclic doubly linked list around a sentinel on the heap.
//@ property: valid-memsafety,unreach-call,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 1 7 0
#include <assert.h>
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
  n->prev->next = n->next;
  n->next->prev = n->prev;
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
  assert(ring->prev == ring);
  free(ring);
  return 0;
}
