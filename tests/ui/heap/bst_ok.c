// Binary search tree: insertion, in-order walk, removal with two children, freeing.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};

static void insert(struct tree **t, int key) {
  while (*t)
    t = key < (*t)->key ? &(*t)->left : &(*t)->right;
  *t = malloc(sizeof **t);
  (*t)->key = key;
  (*t)->left = (*t)->right = NULL;
}

static void delete(struct tree **t, int key) {
  while (*t && (*t)->key != key)
    t = key < (*t)->key ? &(*t)->left : &(*t)->right;
  struct tree *gone = *t;
  if (!gone)
    return;
  if (gone->left && gone->right) {
    struct tree **m = &gone->right;
    while ((*m)->left)
      m = &(*m)->left;
    gone->key = (*m)->key;
    gone = *m;
    *m = gone->right;
  } else {
    *t = gone->left ? gone->left : gone->right;
  }
  free(gone);
}

static void walk(const struct tree *t) {
  if (!t)
    return;
  walk(t->left);
  printf("%d ", t->key);
  walk(t->right);
}

int main(void) {
  int keys[] = {50, 30, 70, 20, 40, 60, 80, 65};
  struct tree *t = NULL;
  for (int i = 0; i < 8; i++)
    insert(&t, keys[i]);
  delete (&t, 50);
  delete (&t, 20);
  delete (&t, 99);
  walk(t);
  printf("\n");
  while (t)
    delete (&t, t->key);
  return 0;
}
