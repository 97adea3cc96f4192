// Taken down level by level, but the fourth is left out.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ inputs: 1 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LEVEL(T, D)                                                                                                    \
  struct T {                                                                                                           \
    struct T *next;                                                                                                    \
    struct D *down;                                                                                                    \
  };                                                                                                                   \
  static struct T *build_##T(void) {                                                                                   \
    struct T *list = NULL;                                                                                             \
    while (__VERIFIER_nondet_int()) {                                                                                  \
      struct T *n = malloc(sizeof *n);                                                                                 \
      n->down = build_##D();                                                                                           \
      n->next = list;                                                                                                  \
      list = n;                                                                                                        \
    }                                                                                                                  \
    return list;                                                                                                       \
  }

struct l5 {
  struct l5 *next;
};

static struct l5 *build_l5(void) {
  struct l5 *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct l5 *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  return list;
}

LEVEL(l4, l5)
LEVEL(l3, l4)
LEVEL(l2, l3)
LEVEL(l1, l2)

#define EACH(T, n, list) for (struct T *n = list; n; n = n->next)
#define DROP(list)                                                                                                     \
  while (list) {                                                                                                       \
    void *gone = list;                                                                                                 \
    list = list->next;                                                                                                 \
    free(gone);                                                                                                        \
  }

int main(void) {
  struct l1 *top = build_l1();
  int status = top ? 1 : 0;
  EACH(l1, a, top) EACH(l2, b, a->down) EACH(l3, c, b->down) EACH(l4, d, c->down) DROP(d->down)
  EACH(l1, a, top) EACH(l2, b, a->down) DROP(b->down) //~ BUG leak
  EACH(l1, a, top) DROP(a->down)
  DROP(top)
  return status;
}
