// A pointer that came out of an array turns out to be the list: what lies behind its start was computed before.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 0 7
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node *head = NULL;
  int length = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 0;
    n->next = head;
    head = n;
    length++;
  }
  if (length < 4)
    return 0;
  struct node *kept[100];
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at >= 100)
    return 0;
  kept[at] = head;
  struct node *found = kept[at];
  if ((long)found <= 0 || (long)found >= (1L << 60))
    return 0;
  int *data = &found->data;
  if (found == head) {
    *data = 5;
    if (head->data == 5)
      reach_error(); //~ BUG error-call
  }
  return 0;
}
