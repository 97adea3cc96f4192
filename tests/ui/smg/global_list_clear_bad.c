// The list is emptied, but its head still leads to the first node.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
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
  struct node *n = all;
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

int main(void) {
  while (__VERIFIER_nondet_int())
    add(__VERIFIER_nondet_int());
  int first = all ? all->value : 0;
  clear();
  return all ? all->value : first; //~ BUG use-after-free
}
