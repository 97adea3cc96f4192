// The node behind a removed one keeps its back link into freed memory.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 1 0 1 5 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int value;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->prev = NULL;
    n->next = list;
    if (list)
      list->prev = n;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = build(), *at = list;
  while (at) {
    struct node *next = at->next;
    if (at->value == 0) {
      if (at->prev)
        at->prev->next = next; //~ BUG use-after-free
      else
        list = next;
      free(at);
    }
    at = next;
  }
  destroy(list);
  return 0;
}
