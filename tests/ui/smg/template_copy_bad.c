// Only as many bytes of the template are copied as a pointer has.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
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
    memcpy(n, &template, sizeof(void *));
    n->record->last = __VERIFIER_nondet_int(); //~ BUG uninit-deref
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
