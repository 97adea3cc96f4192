// Overwrites a field that owns a block.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct box {
  int *content;
};

int main(void) {
  struct box b;
  b.content = malloc(sizeof(int));
  *b.content = 1;
  struct box *p = &b;
  p->content = NULL; //~ BUG leak
  return 0;
}
