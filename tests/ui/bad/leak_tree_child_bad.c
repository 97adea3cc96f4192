// Removes a tree node with two children and keeps only one of them.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
};

static struct tree *leaf(void) { return calloc(1, sizeof(struct tree)); }

int main(void) {
  struct tree *root = leaf();
  root->left = leaf();
  root->right = leaf();
  struct tree *keep = root->left;
  free(root); //~ BUG leak
  free(keep);
  return 0;
}
