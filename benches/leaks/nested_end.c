// A list of lists, of which only the outer one is freed at the end.
//@ property: valid-memsafety
//@ verdict: false
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
  struct inner *next;
};

struct outer {
  struct outer *next;
  struct inner *down;
};

int main(void) {
  struct outer *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct outer *n = malloc(sizeof *n);
    n->down = NULL;
    while (__VERIFIER_nondet_int()) {
      struct inner *m = malloc(sizeof *m);
      m->next = n->down;
      n->down = m;
    }
    n->next = list;
    list = n;
  }
  while (list) {
    struct outer *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
