// Nodes of a cyclic list are eliminated until one is left.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 1 1 0 1 1 0 1
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *at = malloc(sizeof *at);
  at->next = at;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = at->next;
    at->next = n;
  }
  while (at->next != at) {
    if (__VERIFIER_nondet_int()) {
      at = at->next;
    } else {
      struct node *gone = at->next;
      at->next = gone->next;
      free(gone);
    }
  }
  assert(at->next == at);
  free(at);
  return 0;
}
