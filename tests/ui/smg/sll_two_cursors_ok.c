// One cursor follows the other; what lies between them is taken out.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 1 7 0 0 1 1
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
    struct node *to = from->next;
    while (to && __VERIFIER_nondet_int())
      to = to->next;
    while (from->next != to) {
      struct node *gone = from->next;
      from->next = gone->next;
      free(gone);
    }
    assert(from->next == to);
  }
  destroy(list);
  return 0;
}
