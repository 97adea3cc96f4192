// The spare nodes are not freed at the end.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ verdict[smg]: true(valid-memsafety) false(valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 2 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *spare;

static struct node *take(void) {
  struct node *n = spare;
  if (n)
    spare = n->next;
  else
    n = malloc(sizeof *n);
  return n;
}

int main(void) {
  struct node *head = NULL;
  int last = 0, action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1) {
      struct node *n = take();
      n->value = last = __VERIFIER_nondet_int();
      n->next = head;
      head = n;
    } else if (head) {
      struct node *n = head;
      head = n->next;
      n->next = spare;
      spare = n;
    }
  }
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return last; //~ BUG leak-at-exit
}
