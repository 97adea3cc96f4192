// A search tree that is freed from the top: its children are looked at when it is gone.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int value) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    if (!tree)
      abort();
    tree->value = value;
    tree->left = tree->right = 0;
  } else if (value < tree->value)
    tree->left = insert(tree->left, value);
  else if (value > tree->value)
    tree->right = insert(tree->right, value);
  return tree;
}

static void drop(struct tree *tree) {
  if (!tree)
    return;
  free(tree);
  drop(tree->left); //~ BUG use-after-free
  drop(tree->right);
}

int main(void) {
  struct tree *tree = 0;
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++)
    tree = insert(tree, __VERIFIER_nondet_int());
  drop(tree);
  return 0;
}
