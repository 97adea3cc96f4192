// A tree is freed with a stack of what is still to do instead of by recursion.
//@ property: termination, valid-memsafety
//@ verdict: true
//@ verdict[symex]: true(termination, valid-memsafety)
//@ inputs: 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

struct todo {
  struct tree *tree;
  struct todo *below;
};

static struct tree *grow(int height) {
  if (height <= 0)
    return 0;
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    abort();
  tree->left = grow(height - 1);
  tree->right = grow(height - 1);
  return tree;
}

static struct todo *push(struct todo *stack, struct tree *tree) {
  if (!tree)
    return stack;
  struct todo *top = malloc(sizeof *top);
  if (!top)
    abort();
  top->tree = tree;
  top->below = stack;
  return top;
}

int main(void) {
  struct todo *stack = push(0, grow(__VERIFIER_nondet_int()));
  while (stack) {
    struct todo *top = stack;
    struct tree *tree = top->tree;
    stack = top->below;
    free(top);
    stack = push(stack, tree->left);
    stack = push(stack, tree->right);
    free(tree);
  }
  return 0;
}
