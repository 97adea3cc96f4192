// What a global holds is freed by a function that cannot name it, and used afterwards.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

static struct node *list;

static struct node *cons(struct node *tail) {
  struct node *n = malloc(sizeof *n);
  n->next = tail;
  return n;
}

static void drop(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

int main(void) {
  while (__VERIFIER_nondet_int())
    list = cons(list);
  drop(list);
  if (list && list->next) //~ BUG use-after-free
    return 1;
  return 0;
}
