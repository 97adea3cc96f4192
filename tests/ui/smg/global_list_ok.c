// A list in a global, emptied by a function that runs at the end.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *all;

static void add(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = all;
  all = n;
}

static void clear(void) {
  while (all) {
    struct node *n = all;
    all = n->next;
    free(n);
  }
}

int main(void) {
  while (__VERIFIER_nondet_int())
    add(__VERIFIER_nondet_int());
  int first = all ? all->value : 0;
  clear();
  return first;
}
