// The first link is in a node on the stack, so that insertion has no special case.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 1 7 0
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
  struct node *n = dummy.next;
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  return 0;
}
