// Two nodes point at each other, but nothing points at them any more.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  struct node *other;
};

int main(void) {
  struct node *a = malloc(sizeof *a);
  a->other = malloc(sizeof *a);
  a->other->other = a;
  a = NULL; //~ BUG leak
  return a != NULL;
}
