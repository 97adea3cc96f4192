// A function with a summary writes to what its caller keeps the address of.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>

static int *into;

static void count(unsigned left) {
  if (left == 0)
    return;
  *into += 1;
  count(left - 1);
}

int main(void) {
  int mine = 0;
  into = &mine;
  count(3);
  assert(mine != 3); //~ BUG error-call
  return 0;
}
