// malloc with the size of the pointer instead of the struct.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  int value[4];
  struct node *next;
};

int main(void) {
  struct node *n = malloc(sizeof(n));
  n->value[0] = 1;
  n->next = 0; //~ BUG out-of-bounds
  free(n);
  return 0;
}
