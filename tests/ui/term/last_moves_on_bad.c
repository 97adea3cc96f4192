// A callee appends to a list whose last node the caller remembers: it is not the last one any more.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
};

struct ends {
  struct node *first, *last;
};

static struct node *make(void) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->next = 0;
  return node;
}

static void append(struct node *first) {
  while (first->next)
    first = first->next;
  first->next = make();
}

int main(void) {
  struct ends ends;
  ends.first = ends.last = make();
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    ends.last->next = make();
    ends.last = ends.last->next;
  }
  append(ends.first);
  if (ends.last->next)
    reach_error(); //~ BUG error-call
  return 0;
}
