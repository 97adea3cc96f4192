// Marking a node overwrites its link instead of one bit of it.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0 1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

union link {
  struct node *pointer;
  uintptr_t bits;
};
struct node {
  union link next;
  long payload;
};

static struct node *follow(union link l) {
  l.bits &= ~(uintptr_t)1;
  return l.pointer;
}

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->payload = 0;
    n->next.pointer = head;
    head = n;
  }
  for (struct node *n = head; n; n = follow(n->next))
    if (__VERIFIER_nondet_int())
      n->next.bits = 1; //~ BUG leak
  while (head) {
    struct node *n = head;
    head = follow(n->next);
    assert(n->payload == 0);
    free(n);
  }
  return 0;
}
