// K independent lists of any length (1 to 12): all are built, one after the other, then freed in the same order.
// With -DEACH every list is freed before the next is built.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//
//   cairn verify benches/smg/independent.c -- -DK=12
#include <stdlib.h>

#ifndef K
#define K 4
#endif
#if K < 1 || K > 12
#error "K is a number from 1 to 12"
#endif

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

#define BUILD(list)                                                                                                    \
  struct node *list = NULL;                                                                                            \
  while (__VERIFIER_nondet_int()) {                                                                                    \
    struct node *n = malloc(sizeof *n);                                                                                \
    n->value = __VERIFIER_nondet_int();                                                                                \
    n->next = list;                                                                                                    \
    list = n;                                                                                                          \
  }
#define DESTROY(list)                                                                                                  \
  while (list) {                                                                                                       \
    struct node *next = list->next;                                                                                    \
    free(list);                                                                                                        \
    list = next;                                                                                                       \
  }

#if K >= 2
#define IF2(x) x
#else
#define IF2(x)
#endif
#if K >= 3
#define IF3(x) x
#else
#define IF3(x)
#endif
#if K >= 4
#define IF4(x) x
#else
#define IF4(x)
#endif
#if K >= 5
#define IF5(x) x
#else
#define IF5(x)
#endif
#if K >= 6
#define IF6(x) x
#else
#define IF6(x)
#endif
#if K >= 7
#define IF7(x) x
#else
#define IF7(x)
#endif
#if K >= 8
#define IF8(x) x
#else
#define IF8(x)
#endif
#if K >= 9
#define IF9(x) x
#else
#define IF9(x)
#endif
#if K >= 10
#define IF10(x) x
#else
#define IF10(x)
#endif
#if K >= 11
#define IF11(x) x
#else
#define IF11(x)
#endif
#if K >= 12
#define IF12(x) x
#else
#define IF12(x)
#endif
#define ALL(X)                                                                                                         \
  X(a) IF2(X(b)) IF3(X(c)) IF4(X(d)) IF5(X(e)) IF6(X(f)) IF7(X(g)) IF8(X(h)) IF9(X(i)) IF10(X(j)) IF11(X(k)) IF12(X(l))

int main(void) {
#ifdef EACH
#define BUILD_DESTROY(list) BUILD(list) DESTROY(list)
  ALL(BUILD_DESTROY)
#else
  ALL(BUILD)
  ALL(DESTROY)
#endif
  return 0;
}
