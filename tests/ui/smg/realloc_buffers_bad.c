// The buffer may have moved; the old one is read.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  char *buffer;
  unsigned size;
};

int main(void) {
  struct node *head = NULL;
  int last = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->size = 8;
    n->buffer = malloc(8);
    char *buffer = n->buffer;
    buffer[7] = 'a';
    if (__VERIFIER_nondet_int()) {
      n->size = 16;
      n->buffer = realloc(n->buffer, 16);
      n->buffer[15] = 'b';
    }
    last = buffer[7]; //~ BUG use-after-free
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n->buffer);
    free(n);
  }
  return last;
}
