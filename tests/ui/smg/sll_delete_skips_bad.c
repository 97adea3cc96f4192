// After a deletion the next node is skipped without a look.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[smg]: true(valid-memsafety) false(unreach-call)
//@ inputs: 1 -5 1 -6 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void remove_negative(struct node **at) {
  while (*at) {
    struct node *n = *at;
    if (n->value < 0) {
      *at = n->next;
      free(n);
      if (!*at)
        return;
    }
    at = &(*at)->next;
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

  remove_negative(&head);
  for (struct node *n = head; n; n = n->next)
    assert(n->value >= 0); //~ BUG error-call

  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
  }
  return 0;
}
