// Follows a link that malloc did not initialise.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = 1;
  struct node *p = n->next;
  int v = p->value; //~ BUG uninit-deref
  free(n);
  return v;
}
