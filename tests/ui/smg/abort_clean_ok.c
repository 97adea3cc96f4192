// Whatever way the program ends, everything was freed before; where an assumption does not hold, there is no run.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
  struct node *next;
};

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  __VERIFIER_assume(__VERIFIER_nondet_int() == 0);
  release(list);
  if (__VERIFIER_nondet_int())
    abort();
  puts("freed");
  return 0;
}
