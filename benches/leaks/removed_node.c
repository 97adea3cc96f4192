// Nodes with a certain value are taken out of a doubly linked list, and one kind of them is not freed.
//@ property: valid-memsafety
//@ verdict: false
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

static struct node *build(void) {
  struct node *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->prev = NULL;
    n->next = first;
    if (first)
      first->prev = n;
    first = n;
  }
  return first;
}

static struct node *take_out(struct node *first) {
  for (struct node *n = first; n;) {
    struct node *next = n->next;
    if (n->value == 3) {
      if (n->prev)
        n->prev->next = next;
      else
        first = next;
      if (next)
        next->prev = n->prev;
      // The last one is forgotten.
      if (next)
        free(n);
    }
    n = next;
  }
  return first;
}

int main(void) {
  struct node *list = take_out(build());
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
