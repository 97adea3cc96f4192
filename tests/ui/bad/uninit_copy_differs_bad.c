// What was written after the copy differs from it, for some values.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none reading uninitialised memory is what this is about
#include <assert.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair first, second;
  second = first;
  second.b = 4;
  assert(second.a == first.a);
  assert(second.b == first.b); //~ BUG error-call
  return 0;
}
