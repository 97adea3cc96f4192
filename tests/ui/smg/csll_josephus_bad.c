// The last node of the cycle is its own neighbour, and is freed as both.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-free)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
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
  free(at->next);
  free(at); //~ BUG double-free
  return 0;
}
