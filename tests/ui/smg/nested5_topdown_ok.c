// Five levels of lists; each element is freed before what hangs below it.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 1 1 1 1 1 0 1 0 0 0 0 1 0 0
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
  }                                                                                                                    \
  static void drop_##T(struct T *list) {                                                                               \
    while (list) {                                                                                                     \
      struct T *n = list;                                                                                              \
      struct D *down = n->down;                                                                                        \
      list = n->next;                                                                                                  \
      free(n);                                                                                                         \
      drop_##D(down);                                                                                                  \
    }                                                                                                                  \
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

static void drop_l5(struct l5 *list) {
  while (list) {
    struct l5 *n = list;
    list = n->next;
    free(n);
  }
}

LEVEL(l4, l5)
LEVEL(l3, l4)
LEVEL(l2, l3)
LEVEL(l1, l2)

int main(void) {
  struct l1 *top = build_l1();
  int status = top ? 1 : 0;
  drop_l1(top);
  return status;
}
