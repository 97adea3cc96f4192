// A function that expects a node gets none.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  int value;
  struct node *left, *right;
};

static int minimum(const struct node *t) {
  while (t->left) //~ BUG null-deref
    t = t->left;
  return t->value;
}

int main(void) {
  struct node *leaf = calloc(1, sizeof *leaf);
  int a = minimum(leaf);
  int b = minimum(leaf->right);
  free(leaf);
  return a + b;
}
