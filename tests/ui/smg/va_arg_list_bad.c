// A node by value and its address, both behind the named arguments.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 0
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  long data[5];
};

static void compare(int count, ...) {
  va_list args;
  va_start(args, count);
  struct node copy = va_arg(args, struct node);
  struct node *node = va_arg(args, struct node *);
  va_end(args);
  if (node->next == copy.next)
    reach_error(); //~ BUG error-call
}

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data[0] = 0;
    n->next = head;
    head = n;
  }
  if (head)
    compare(0, *head, head);
  return 0;
}
