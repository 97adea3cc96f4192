// Somebody remembers the tail of a list, from which pointers lead back to its head; a callee that does not return cuts them.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  struct node *prev, *next;
};

static struct node *tail, *rest;

static void cut(struct node *head) {
  rest = head->next;
  if (!rest)
    exit(0);
  rest->prev = 0;
  head->next = 0;
  head = 0; //~ BUG leak
  exit(0);
}

static struct node *build(void) {
  struct node *head = malloc(sizeof *head);
  head->prev = head->next = 0;
  tail = head;
  while (__VERIFIER_nondet_bool()) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    node->prev = 0;
    head->prev = node;
    head = node;
  }
  return head;
}

int main(void) {
  cut(build());
  return 0;
}
