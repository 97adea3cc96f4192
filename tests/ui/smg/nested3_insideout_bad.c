// The branch is freed twice: by the function and again by its caller.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0 0
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
    while (t->branches) {
      struct branch *b = t->branches;
      cut_branch(t);
      free(b); //~ BUG double-free
    }
    forest = t->next;
    free(t);
  }
  return 0;
}
