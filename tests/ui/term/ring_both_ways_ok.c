// A ring in which every node knows its neighbours, walked forwards and backwards, and taken apart.
//@ property: termination, valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, valid-memsafety)
//@ inputs: 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int mark;
};

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  if (!ring)
    abort();
  ring->next = ring->prev = ring;
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      abort();
    node->next = ring;
    node->prev = ring->prev;
    ring->prev->next = node;
    ring->prev = node;
  }
  for (struct node *at = ring->next; at != ring; at = at->next)
    at->mark = 1;
  for (struct node *at = ring->prev; at != ring; at = at->prev)
    at->mark = 2;
  while (ring->next != ring) {
    struct node *first = ring->next;
    ring->next = first->next;
    first->next->prev = ring;
    free(first);
  }
  free(ring);
  return 0;
}
