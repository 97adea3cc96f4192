// The last node of the cycle is read after it was freed.
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

int main(void) {
  struct node *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    if (last) {
      n->next = last->next;
      last->next = n;
    } else {
      n->next = n;
    }
    last = n;
  }
  if (!last)
    return 0;
  struct node *n = last->next;
  while (n != last) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  free(last);
  return last->value; //~ BUG use-after-free
}
