// Pops from a stack that may be empty.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 2 2 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

struct stack {
  struct node *top;
};

static void push(struct stack *s, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = s->top;
  s->top = n;
}

static int pop(struct stack *s) {
  struct node *n = s->top;
  int value = n->value; //~ BUG null-deref
  s->top = n->next;
  free(n);
  return value;
}

int main(void) {
  struct stack s = {NULL};
  int value = 0, action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1)
      push(&s, __VERIFIER_nondet_int());
    else
      value = pop(&s);
  }
  while (s.top)
    value = pop(&s);
  return value;
}
