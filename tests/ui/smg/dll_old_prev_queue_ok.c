// A queue of doubly linked nodes that leaves at the front: the new first node still points back to the old one.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 1 5 1 1 6 1 0 1 1 7 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *prev, *next;
};

static struct node *first, *last;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = NULL;
  n->prev = last;
  if (first)
    last->next = n;
  else
    first = n;
  last = n;
}

static unsigned pop(void) {
  struct node *n = first;
  unsigned value = (unsigned)n->value;
  first = n->next;
  free(n);
  return value;
}

int main(void) {
  unsigned sum = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push(__VERIFIER_nondet_int());
    else if (first)
      sum += pop();
  }
  while (first)
    sum += pop();
  return sum != 0;
}
