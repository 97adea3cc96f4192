// A search tree: values are inserted and looked up by recursion and by loops, and the tree is freed.
//@ property: termination, valid-memsafety
//@ verdict: true
//@ inputs: 3 5 2 9 2
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

static int contains(const struct tree *tree, int value) {
  while (tree && tree->value != value)
    tree = value < tree->value ? tree->left : tree->right;
  return tree != 0;
}

static void drop(struct tree *tree) {
  if (!tree)
    return;
  drop(tree->left);
  drop(tree->right);
  free(tree);
}

int main(void) {
  struct tree *tree = 0;
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++)
    tree = insert(tree, __VERIFIER_nondet_int());
  int found = contains(tree, __VERIFIER_nondet_int());
  drop(tree);
  return found;
}
