// The byte behind the last one is written.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 65 0
#include <stddef.h>
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
    struct node *n = malloc(offsetof(struct node, bytes) + (unsigned)size);
    n->size = (unsigned)size;
    n->bytes[0] = (char)__VERIFIER_nondet_int();
    n->bytes[size] = 'z'; //~ BUG out-of-bounds
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
