// A queue whose end is the address of the last link.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 2 2 1 7 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *front = NULL, **end = &front;
  int action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1) {
      struct node *n = malloc(sizeof *n);
      n->value = __VERIFIER_nondet_int();
      n->next = NULL;
      *end = n;
      end = &n->next;
    } else if (front) {
      struct node *n = front;
      front = n->next;
      if (!front)
        end = &front;
      free(n);
    }
  }
  assert(*end == NULL);
  while (front) {
    struct node *n = front;
    front = n->next;
    free(n);
  }
  return 0;
}
