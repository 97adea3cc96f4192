// The length of a list by recursion.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0
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

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static unsigned length(const struct node *n) { return n ? 1 + length(n->next) : 0; }

int main(void) {
  struct node *list = build();
  unsigned count = length(list);
  destroy(list);
  return (int)count;
}
