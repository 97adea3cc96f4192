// Insertion after the first node forgets the back link of the node behind.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 1 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->prev = NULL;
    n->next = head;
    if (head && __VERIFIER_nondet_int()) {
      n->prev = head;
      n->next = head->next;
      head->next = n;
    } else {
      if (head)
        head->prev = n;
      head = n;
    }
  }
  for (struct node *n = head; n && n->next; n = n->next)
    assert(n->next->prev == n); //~ BUG error-call
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
