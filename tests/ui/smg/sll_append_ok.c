// A list with a tail pointer: every node goes to the end.
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
  int last = tail ? tail->value : 1;

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return last;
}
