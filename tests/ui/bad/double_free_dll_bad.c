// Frees a circular list until null, which never comes.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  struct node *order[3] = {a, b, a};
  a->next = b;
  b->next = a;
  for (int i = 0; i < 3; i++)
    free(order[i]); //~ BUG double-free
  return 0;
}
