// The last node's link was never set to null.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->value = 1;
  a->next = b;
  b->value = 2;
  struct node *p = a->next->next;
  p->value = 3; //~ BUG uninit-deref
  return 0;
}
