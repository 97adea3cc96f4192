// A pointer that leaves its object does not come to another one by that.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 2147483648
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

int table[4], other[4];
int *ways[2] = {table, other};

int main(void) {
  long by = __VERIFIER_nondet_long();
  if (by < 0 || by > 1L << 40)
    return 0;
  int *way = ways[0] + by;
  *way = 1; //~ BUG out-of-bounds
  assert(other[0] == 0);
  return 0;
}
