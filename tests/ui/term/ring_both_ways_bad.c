// A ring of nodes that know their neighbours; the way back turns at the first node instead of at the ring's own.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 3
//@ native: none it runs for ever
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
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
  struct node *at = ring->prev;
  while (at) //~ BUG non-termination
    at = at->prev;
  return 0;
}
