// A list of lists is freed from the top, but for what hangs below its last element.
//@ property: valid-memsafety
//@ verdict: false
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
  struct inner *next, *prev;
};

struct outer {
  struct outer *next;
  struct inner *down;
};

static struct inner *build_inner(void) {
  struct inner *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct inner *n = malloc(sizeof *n);
    n->next = first;
    n->prev = NULL;
    if (first)
      first->prev = n;
    first = n;
  }
  return first;
}

static void destroy_inner(struct inner *n) {
  while (n) {
    struct inner *next = n->next;
    free(n);
    n = next;
  }
}

int main(void) {
  struct outer *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct outer *n = malloc(sizeof *n);
    n->down = build_inner();
    n->next = list;
    list = n;
  }
  while (list) {
    struct outer *next = list->next;
    if (next)
      destroy_inner(list->down);
    free(list);
    list = next;
  }
  return 0;
}
