// Every node may have a record of its own, or none.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 0 1 7 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
  long id;
};
struct node {
  struct node *next;
  struct record *record;
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->record = NULL;
    int id = __VERIFIER_nondet_int();
    if (id) {
      n->record = malloc(sizeof *n->record);
      n->record->id = id;
    }
    n->next = head;
    head = n;
  }
  long last = 0;
  for (struct node *n = head; n; n = n->next)
    if (n->record)
      last = n->record->id;
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n->record);
    free(n);
  }
  return (int)last;
}
