// Calls the error function when a list is not sorted.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
#include <stdlib.h>

extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int values[] = {1, 4, 3, 8};
  struct node *head = NULL;
  for (int i = 3; i >= 0; i--) {
    struct node *n = malloc(sizeof *n);
    n->value = values[i];
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p->next; p = p->next)
    if (p->value > p->next->value)
      reach_error(); //~ BUG error-call
  return 0;
}
