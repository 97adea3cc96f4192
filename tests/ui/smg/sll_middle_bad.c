// The fast cursor jumps over the end of the list.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = build();
  if (!list)
    return 0;
  struct node *slow = list, *fast = list->next;
  while (fast) {
    slow = slow->next;
    fast = fast->next->next; //~ BUG null-deref
  }
  struct node *second = slow->next;
  slow->next = NULL;
  int middle = slow->value;
  destroy(list);
  destroy(second);
  return middle;
}
