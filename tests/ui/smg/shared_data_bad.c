// Every node frees the record that all of them share.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
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
  if (!head)
    free(shared);
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n->record); //~ BUG double-free
    free(n);
  }
  return 0;
}
