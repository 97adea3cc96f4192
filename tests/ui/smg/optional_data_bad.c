// A record that may be missing is read without a look.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 0
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
    last = n->record->id; //~ BUG null-deref
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n->record);
    free(n);
  }
  return (int)last;
}
