// Of a long list, one node is not counted, and stays.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  unsigned long count = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
    count++;
  }
  if (count > 20)
    count--;
  int some = count != 0;
  while (count--) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return some;
} //~ BUG leak
