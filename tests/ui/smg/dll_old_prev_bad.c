// Nodes leave a doubly linked list without a word to the next one, whose `prev` is read all the same.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 0 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    n->prev = NULL;
    if (list)
      list->prev = n;
    list = n;
  }
  struct node **at = &list;
  while (*at) {
    if (__VERIFIER_nondet_int()) {
      struct node *gone = *at;
      *at = gone->next;
      free(gone);
    } else {
      at = &(*at)->next;
    }
  }
  unsigned sum = 0;
  for (struct node *n = list; n; n = n->next)
    if (n->prev)
      sum += (unsigned)n->prev->value; //~ BUG use-after-free
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return sum != 0;
}
