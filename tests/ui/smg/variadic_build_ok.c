// A list grows by the values of a variable argument list.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 5 1 6 0
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static struct node *prepend(struct node *list, int count, ...) {
  va_list values;
  va_start(values, count);
  for (int i = 0; i < count; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = va_arg(values, int);
    n->next = list;
    list = n;
  }
  va_end(values);
  return list;
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    list = prepend(list, 1, __VERIFIER_nondet_int());
    list = prepend(list, 3, 7, 8, 9);
  }
  int first = list ? list->value : 0;
  destroy(list);
  return first;
}
