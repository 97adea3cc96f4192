// The last pointer is in a compound literal.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct owner {
  char *data;
};

static char first(const struct owner *o) { return o->data[0]; }

int main(void) {
  char c;
  {
    struct owner *o = &(struct owner){calloc(4, 1)};
    c = first(o);
  } //~ BUG leak
  return c;
}
