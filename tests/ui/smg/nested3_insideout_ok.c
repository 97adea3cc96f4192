// Three levels; each element is freed after what hangs below it.
//@ property: valid-memsafety,unreach-call,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call, valid-memcleanup)
//@ inputs: 1 1 1 1 0 0 1 0 0 1 0 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct leaf {
  struct leaf *next;
};
struct branch {
  struct branch *next;
  struct leaf *leaves;
};
struct tree {
  struct branch *branches;
  struct tree *next;
};

static void add_leaf(struct branch *b) {
  struct leaf *l = malloc(sizeof *l);
  l->next = b->leaves;
  b->leaves = l;
}

static void add_branch(struct tree *t) {
  struct branch *b = malloc(sizeof *b);
  b->leaves = NULL;
  while (__VERIFIER_nondet_int())
    add_leaf(b);
  b->next = t->branches;
  t->branches = b;
}

static void cut_branch(struct tree *t) {
  struct branch *b = t->branches;
  t->branches = b->next;
  while (b->leaves) {
    struct leaf *l = b->leaves;
    b->leaves = l->next;
    free(l);
  }
  free(b);
}

int main(void) {
  struct tree *forest = NULL;
  while (__VERIFIER_nondet_int()) {
    struct tree *t = malloc(sizeof *t);
    t->branches = NULL;
    while (__VERIFIER_nondet_int())
      add_branch(t);
    t->next = forest;
    forest = t;
  }
  while (forest) {
    struct tree *t = forest;
    while (t->branches)
      cut_branch(t);
    assert(!t->branches);
    forest = t->next;
    free(t);
  }
  return 0;
}
