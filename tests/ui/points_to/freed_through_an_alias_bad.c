// A block that was freed by one name is gone by all.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct holder {
  int *block;
};

int main(void) {
  int *block = malloc(sizeof *block);
  if (!block)
    return 0;
  struct holder one = {block}, other;
  other = one;
  *block = 1;
  free(other.block);
  return *one.block; //~ BUG use-after-free
}
