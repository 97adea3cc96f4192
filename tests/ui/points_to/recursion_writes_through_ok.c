// A function with a summary writes to what its caller keeps the address of.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
#include <assert.h>

static int total;
static int *into = &total;

static void count(unsigned left) {
  if (left == 0)
    return;
  *into += 1;
  count(left - 1);
}

int main(void) {
  int mine = 0;
  count(2);
  assert(total >= 0);
  into = &mine;
  count(1);
  assert(into == &mine);
  return 0;
}
