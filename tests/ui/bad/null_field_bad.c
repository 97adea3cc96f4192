// Reads a field at an offset from a null struct pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  long payload[4];
  struct node *next;
};

int main(void) {
  struct node *n = calloc(1, sizeof *n);
  struct node *second = n->next;
  struct node *third = second->next; //~ BUG null-deref
  free(n);
  return third == 0;
}
