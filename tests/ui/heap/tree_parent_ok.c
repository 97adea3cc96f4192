// A tree with parent pointers is freed without recursion.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

struct tree {
  struct tree *parent, *child[2];
};

static struct tree *grow(struct tree *parent, int depth) {
  struct tree *t = malloc(sizeof *t);
  t->parent = parent;
  for (int i = 0; i < 2; i++)
    t->child[i] = depth > i ? grow(t, depth - 1 - i) : NULL;
  return t;
}

int main(void) {
  struct tree *t = grow(NULL, 4);
  int freed = 0;
  while (t) {
    if (t->child[0]) {
      t = t->child[0];
    } else if (t->child[1]) {
      t = t->child[1];
    } else {
      struct tree *parent = t->parent;
      if (parent)
        parent->child[parent->child[1] == t] = NULL;
      free(t);
      freed++;
      t = parent;
    }
  }
  printf("%d\n", freed);
  return freed;
}
