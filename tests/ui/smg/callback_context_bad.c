// The callback writes to the place that it is given, and is given none.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
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

typedef void action(struct node *n, void *context);

static void each(struct node *list, action *act, void *context) {
  while (list) {
    struct node *next = list->next;
    act(list, context);
    list = next;
  }
}

static void remember(struct node *n, void *context) {
  *(int *)context = n->value; //~ BUG null-deref
}

static void dispose(struct node *n, void *context) {
  (void)context;
  free(n);
}

int main(void) {
  struct node *list = build();
  int last = 0;
  each(list, remember, NULL);
  each(list, dispose, NULL);
  return last;
}
