// A list in memory of the running function: nothing to free.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <alloca.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static int fill(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = alloca(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  int last = 0;
  for (; list; list = list->next)
    last = list->value;
  return last;
}

int main(void) { return fill(); }
