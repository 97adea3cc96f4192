// Lists of lists, K levels deep (1 to 5), every list of any length: built from the top, freed from the bottom.
// With -DTOPDOWN every element is freed before what hangs below it.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//
//   cairn verify benches/smg/nested.c -- -DK=5
#include <stdlib.h>

#ifndef K
#define K 3
#endif
#if K < 1 || K > 5
#error "K is a number from 1 to 5"
#endif

extern int __VERIFIER_nondet_int(void);

// Level 1 is the lowest.
struct level1 {
  struct level1 *next;
  int value;
};

static struct level1 *build1(void) {
  struct level1 *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct level1 *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy1(struct level1 *list) {
  while (list) {
    struct level1 *next = list->next;
    free(list);
    list = next;
  }
}

#ifdef TOPDOWN
#define DESTROY(n, destroy)                                                                                            \
  free(n);                                                                                                             \
  destroy(down);
#else
#define DESTROY(n, destroy)                                                                                            \
  destroy(down);                                                                                                       \
  free(n);
#endif

#define LEVEL(UP, LOW)                                                                                                 \
  struct level##UP {                                                                                                   \
    struct level##UP *next;                                                                                            \
    struct level##LOW *down;                                                                                           \
  };                                                                                                                   \
  static struct level##UP *build##UP(void) {                                                                           \
    struct level##UP *list = NULL;                                                                                     \
    while (__VERIFIER_nondet_int()) {                                                                                  \
      struct level##UP *n = malloc(sizeof *n);                                                                         \
      n->down = build##LOW();                                                                                          \
      n->next = list;                                                                                                  \
      list = n;                                                                                                        \
    }                                                                                                                  \
    return list;                                                                                                       \
  }                                                                                                                    \
  static void destroy##UP(struct level##UP *list) {                                                                    \
    while (list) {                                                                                                     \
      struct level##UP *next = list->next;                                                                             \
      struct level##LOW *down = list->down;                                                                            \
      DESTROY(list, destroy##LOW)                                                                                      \
      list = next;                                                                                                     \
    }                                                                                                                  \
  }

#if K >= 2
LEVEL(2, 1)
#endif
#if K >= 3
LEVEL(3, 2)
#endif
#if K >= 4
LEVEL(4, 3)
#endif
#if K >= 5
LEVEL(5, 4)
#endif

#define JOIN(a, b) a##b
#define AT_LEVEL(name, k) JOIN(name, k)

int main(void) {
  struct AT_LEVEL(level, K) *top = AT_LEVEL(build, K)();
  AT_LEVEL(destroy, K)(top);
  return 0;
}
