// Nodes travel as bytes: packed into a buffer and read back, links included.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  unsigned char packed[sizeof(struct node)];
  struct node last = {0, NULL};
  while (__VERIFIER_nondet_int()) {
    memcpy(packed, &last, sizeof packed);
    struct node *n = malloc(sizeof *n);
    memcpy(n, packed, sizeof packed);
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
