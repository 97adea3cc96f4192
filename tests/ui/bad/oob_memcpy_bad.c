// memcpy with the size of the source, which is larger than the target.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  int from[6] = {1, 2, 3, 4, 5, 6};
  int to[4];
  memcpy(to, from, sizeof from); //~ BUG out-of-bounds
  return to[0];
}
