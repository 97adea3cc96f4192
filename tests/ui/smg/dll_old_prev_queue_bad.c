// A queue of doubly linked nodes whose first node still points back to the one that left, and is asked for it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
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
  while (first) {
    if (first->prev)
      sum += (unsigned)first->prev->value; //~ BUG use-after-free
    sum += pop();
  }
  return sum != 0;
}
