// A list that is said to be empty when its counter is zero, which it is again after 256 nodes.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

struct list {
  struct node *head;
  unsigned char len;
};

static void push(struct list *l) {
  struct node *n = malloc(sizeof *n);
  if (l->len == 0)
    n->next = NULL;
  else
    n->next = l->head;
  l->head = n; //~ BUG leak
  l->len++;
}

int main(void) {
  struct list l = {NULL, 0};
  while (__VERIFIER_nondet_int())
    push(&l);
  while (l.head) {
    struct node *n = l.head;
    l.head = n->next;
    free(n);
  }
  return 0;
}
