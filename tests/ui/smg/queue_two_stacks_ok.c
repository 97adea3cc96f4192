// A queue made of two stacks: the second is filled from the first when it is empty.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 2 1 7 2 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void push(struct node **stack, struct node *n) {
  n->next = *stack;
  *stack = n;
}

static struct node *pop(struct node **stack) {
  struct node *n = *stack;
  if (n)
    *stack = n->next;
  return n;
}

int main(void) {
  struct node *in = NULL, *out = NULL, *n;
  int value = 0, action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1) {
      n = malloc(sizeof *n);
      n->value = __VERIFIER_nondet_int();
      push(&in, n);
      continue;
    }
    if (!out)
      while ((n = pop(&in)))
        push(&out, n);
    if ((n = pop(&out))) {
      value = n->value;
      free(n);
    }
  }
  while ((n = pop(&in)) || (n = pop(&out)))
    free(n);
  return value;
}
