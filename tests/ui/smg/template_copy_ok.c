// Every new node starts as a copy of a template that refers to a shared record.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct record {
  int last;
};
struct node {
  struct node *next;
  int flags;
  struct record *record;
};

int main(void) {
  struct record record = {0};
  struct node template = {NULL, 3, &record};
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    memcpy(n, &template, sizeof *n);
    n->record->last = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return record.last;
}
