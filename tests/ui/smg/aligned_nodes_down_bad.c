// The address is rounded down: there is no room in front of it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LINE 64

static void *aligned_new(size_t size) {
  char *raw = malloc(size + LINE + sizeof(void *));
  void **at = (void **)((uintptr_t)raw & ~(uintptr_t)(LINE - 1));
  at[-1] = raw; //~ BUG out-of-bounds
  return at;
}

static void aligned_free(void *p) { free(((void **)p)[-1]); }

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
    aligned_free(n);
  }
  return last;
}
