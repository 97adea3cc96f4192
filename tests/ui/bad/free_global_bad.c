// Frees a global object that a default pointer refers to.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct config {
  int level;
};

static struct config standard = {1};

static struct config *load(int custom) {
  if (!custom)
    return &standard;
  struct config *c = malloc(sizeof *c);
  c->level = custom;
  return c;
}

int main(void) {
  struct config *a = load(5), *b = load(0);
  int r = a->level + b->level;
  free(a);
  free(b); //~ BUG invalid-free
  return r;
}
