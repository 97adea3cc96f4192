// Nodes of different sizes: each ends in as many bytes as an input says.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 5 65 1 1 66 1 9 67 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  unsigned size;
  char bytes[];
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100)
      size = 1;
    struct node *n = malloc(sizeof *n + (unsigned)size);
    n->size = (unsigned)size;
    n->bytes[0] = (char)__VERIFIER_nondet_int();
    n->bytes[size - 1] = 'z';
    n->next = head;
    head = n;
  }
  int last = 0;
  while (head) {
    struct node *n = head;
    head = n->next;
    last = n->bytes[0];
    free(n);
  }
  return last;
}
