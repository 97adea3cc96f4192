// The cut runs past the second cursor, which may stand at the first.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = build();
  struct node *from = list;
  while (from && __VERIFIER_nondet_int())
    from = from->next;
  if (from) {
    struct node *to = from;
    while (to && __VERIFIER_nondet_int())
      to = to->next;
    while (from->next != to) {
      struct node *gone = from->next;
      from->next = gone->next; //~ BUG null-deref
      free(gone);
    }
    assert(from->next == to);
  }
  destroy(list);
  return 0;
}
