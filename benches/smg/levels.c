// Lists of lists, K levels deep (1 to 5), none of them empty; walked as often as there are levels, each walk frees one,
// the lowest first.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//
//   cairn verify benches/smg/levels.c -- -DK=5
#include <stdlib.h>

#ifndef K
#define K 3
#endif
#if K < 1 || K > 5
#error "K is a number from 1 to 5"
#endif

extern int __VERIFIER_nondet_int(void);

static void *zeroed(size_t size) {
  void *bytes = calloc(1, size);
  if (!bytes)
    abort();
  return bytes;
}

// Level 0 is what the elements of the lowest lists own.
struct level0 {
  char bytes[40];
};

static void push0(struct level0 **at) { *at = zeroed(sizeof **at); }

static void sweep0(struct level0 *bytes, int level) {
  if (level == 0)
    free(bytes);
}

#define LEVEL(UP, LOW)                                                                                                 \
  struct level##UP {                                                                                                   \
    struct level##LOW *down;                                                                                           \
    struct level##UP *next;                                                                                            \
  };                                                                                                                   \
  static void push##UP(struct level##UP **at) {                                                                        \
    struct level##UP *n = zeroed(sizeof *n);                                                                           \
    do {                                                                                                               \
      push##LOW(&n->down);                                                                                             \
    } while (LOW > 0 && __VERIFIER_nondet_int());                                                                      \
    n->next = *at;                                                                                                     \
    *at = n;                                                                                                           \
  }                                                                                                                    \
  static void sweep##UP(struct level##UP *list, int level) {                                                           \
    do {                                                                                                               \
      struct level##UP *next = list->next;                                                                             \
      if (level < UP)                                                                                                  \
        sweep##LOW(list->down, level);                                                                                 \
      else                                                                                                             \
        free(list);                                                                                                    \
      list = next;                                                                                                     \
    } while (list);                                                                                                    \
  }

LEVEL(1, 0)
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
  struct AT_LEVEL(level, K) *top = NULL;
  do {
    AT_LEVEL(push, K)(&top);
  } while (__VERIFIER_nondet_int());
  for (int level = 0; level <= K; level++)
    AT_LEVEL(sweep, K)(top, level);
  return 0;
}
