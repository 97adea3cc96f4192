// The list is returned, but its memory goes with the function.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
//@ sanitizer: none AddressSanitizer does not track alloca past the return of its function
#include <alloca.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *fill(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = alloca(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

int main(void) {
  struct node *list = fill();
  return list ? list->value : 0; //~ BUG use-after-scope
}
