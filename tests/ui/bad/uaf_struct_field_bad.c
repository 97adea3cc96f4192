// A tree node is freed before the pointer to it in its parent is cleared.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct tree {
  struct tree *left;
  int key;
};

int main(void) {
  struct tree *root = calloc(1, sizeof *root);
  root->left = calloc(1, sizeof *root);
  free(root->left);
  int k = root->key;
  if (root->left)
    k += root->left->key; //~ BUG use-after-free
  free(root);
  return k;
}
