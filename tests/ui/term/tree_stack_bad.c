// A tree is walked with a stack; what was looked at is put back.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 2
//@ native: none it runs for ever
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  struct tree *left, *right;
};

int main(void) {
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    abort();
  tree->left = tree->right = 0;
  struct tree *stack[4];
  int height = 0;
  stack[height++] = tree;
  while (height > 0) { //~ BUG non-termination
    struct tree *top = stack[--height];
    if (top->left)
      stack[height++] = top->left;
    stack[height++] = top;
  }
  free(tree);
  return 0;
}
