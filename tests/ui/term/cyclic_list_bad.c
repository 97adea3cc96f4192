// Counts the nodes of a list that is a ring.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  unsigned count = 0;
  for (struct node *p = a; p; p = p->next) //~ BUG non-termination
    count++;
  free(a);
  free(b);
  return (int)count;
}
