// All nodes refer to one record, which goes last.
//@ property: valid-memsafety,unreach-call,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call, valid-memcleanup)
//@ inputs: 1 1 1 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
  unsigned uses;
};
struct node {
  struct record *record;
  struct node *next;
};

int main(void) {
  struct record *shared = malloc(sizeof *shared);
  shared->uses = 0;
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->record = shared;
    n->record->uses++;
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *n = head;
    head = n->next;
    assert(n->record == shared);
    free(n);
  }
  free(shared);
  return 0;
}
