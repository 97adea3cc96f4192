// Nodes go in at the front or after the first one; back links stay right.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 0 1 1 1 0 1 1 0
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
      if (n->next)
        n->next->prev = n;
      head->next = n;
    } else {
      if (head)
        head->prev = n;
      head = n;
    }
  }
  for (struct node *n = head; n && n->next; n = n->next)
    assert(n->next->prev == n);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
