// One of the lists is passed twice.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0 0
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(int count, ...) {
  va_list lists;
  va_start(lists, count);
  while (count-- > 0) {
    struct node *n = va_arg(lists, struct node *);
    while (n) {
      struct node *next = n->next; //~ BUG use-after-free
      free(n);
      n = next;
    }
  }
  va_end(lists);
}

int main(void) {
  struct node *a = build(), *b = build();
  int value = a ? a->value : 0;
  destroy(3, a, b, a);
  return value;
}
