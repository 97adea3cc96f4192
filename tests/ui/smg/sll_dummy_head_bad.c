// The clean-up starts at the node on the stack.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-free)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node dummy = {0, NULL}, *tail = &dummy;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = NULL;
    tail->next = n;
    tail = n;
  }
  assert(tail->next == NULL);
  struct node *n = &dummy;
  while (n) {
    struct node *next = n->next;
    free(n); //~ BUG invalid-free
    n = next;
  }
  return 0;
}
