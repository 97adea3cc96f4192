// The sentinel starts with only one of its links set.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
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
  at->prev->next = n; //~ BUG uninit-deref
  at->prev = n;
}

static void remove_node(struct node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
  free(n);
}

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  ring->value = 0;
  while (__VERIFIER_nondet_int())
    insert_before(ring, __VERIFIER_nondet_int());
  while (ring->next != ring)
    remove_node(ring->next);
  free(ring);
  return 0;
}
