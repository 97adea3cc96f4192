// A precondition asserted in a function does not hold for the second call.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
#include <assert.h>

static int root(int v) {
  assert(v >= 0); //~ BUG error-call
  int r = 0;
  while ((r + 1) * (r + 1) <= v)
    r++;
  return r;
}

int main(void) {
  int r = root(17);
  return r + root(-1);
}
