// Nodes leave a doubly linked list without a word to the next one, whose `prev` nobody reads any more.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 1 0 1
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
    sum += (unsigned)n->value;
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return sum != 0;
}
