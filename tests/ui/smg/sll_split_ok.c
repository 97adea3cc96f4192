// A list is dealt out into two others, node by node.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 1 0 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }

  struct node *left = NULL, *right = NULL;
  while (head) {
    struct node *n = head;
    head = n->next;
    if (__VERIFIER_nondet_int()) {
      n->next = left;
      left = n;
    } else {
      n->next = right;
      right = n;
    }
  }
  int value = left ? left->value : 1;
  destroy(left);
  destroy(right);
  return value;
}
