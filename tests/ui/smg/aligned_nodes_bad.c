// The aligned address goes to free, instead of that of the block.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LINE 64

static void *aligned_new(size_t size) {
  char *raw = malloc(size + LINE + sizeof(void *));
  void **at = (void **)(((uintptr_t)raw + sizeof(void *) + LINE - 1) & ~(uintptr_t)(LINE - 1));
  at[-1] = raw;
  return at;
}

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = aligned_new(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int last = 0;
  while (head) {
    struct node *n = head;
    head = n->next;
    last = n->value;
    free(n); //~ BUG invalid-free
  }
  return last;
}
