// The tail is read although the list may be empty.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL, *tail = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = NULL;
    if (tail)
      tail->next = n;
    else
      head = n;
    tail = n;
  }
  int last = tail->value; //~ BUG null-deref

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return last;
}
