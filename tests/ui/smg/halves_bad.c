// Two kinds of lists meet: in one all nodes hold the same number, in the other each its own, stored in two halves.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ inputs: 1 1 3 4 1 5 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  union {
    int whole;
    short half[2];
  } data;
};

int main(void) {
  struct node *head = NULL;
  if (__VERIFIER_nondet_int()) {
    while (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->data.half[0] = (short)__VERIFIER_nondet_int();
      n->data.half[1] = (short)__VERIFIER_nondet_int();
      n->next = head;
      head = n;
    }
  } else {
    int same = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->data.whole = same;
      n->next = head;
      head = n;
    }
  }
  if (head && head->next && head->data.whole != head->next->data.whole)
    reach_error(); //~ BUG error-call
  return 0;
}
