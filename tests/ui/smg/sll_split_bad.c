// Every node that goes to the left list becomes the end of it: what was there is lost.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0 1 1
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
      n->next = NULL;
      left = n; //~ BUG leak
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
