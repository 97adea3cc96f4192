// Two owners free the block they share.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct owner {
  char *data;
};

static void destroy(struct owner *o) {
  free(o->data); //~ BUG double-free
}

int main(void) {
  struct owner a = {malloc(4)};
  struct owner b = a;
  destroy(&a);
  destroy(&b);
  return 0;
}
