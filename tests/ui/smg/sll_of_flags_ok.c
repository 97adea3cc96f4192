// Values in the nodes follow the order of building: zeros, then ones.
//@ property: valid-memsafety,unreach-call,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call, valid-memcleanup)
//@ inputs: 1 1 0 1 1 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head;
    head = n;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    n->next = head;
    head = n;
  }
  struct node *n = head;
  while (n && n->value == 0)
    n = n->next;
  for (; n; n = n->next)
    assert(n->value == 1);

  while (head) {
    n = head;
    head = n->next;
    free(n);
  }
  return 0;
}
