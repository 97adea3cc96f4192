// The buffer has room for the bytes of a pointer, not for those of a node.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  unsigned char packed[sizeof(struct node *)];
  struct node last = {0, NULL};
  while (__VERIFIER_nondet_int()) {
    for (unsigned i = 0; i < sizeof last; i++)
      packed[i] = ((unsigned char *)&last)[i]; //~ BUG out-of-bounds
    struct node *n = malloc(sizeof *n);
    memcpy(n, packed, sizeof *n);
    last.value = __VERIFIER_nondet_int();
    last.next = n;
  }
  struct node *n = last.next;
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  return last.value;
}
