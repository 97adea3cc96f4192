// One node in the second part of the list has the value of the first.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[smg]: true(valid-memsafety) false(unreach-call)
//@ inputs: 1 1 1 0 0
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
    n->value = head && !head->next ? 0 : 1;
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
    assert(n->value == 1); //~ BUG error-call

  while (head) {
    n = head;
    head = n->next;
    free(n);
  }
  return 0;
}
