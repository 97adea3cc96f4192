// A copy of an uninitialised struct holds the same arbitrary values, whichever is read first.
//@ verdict: true
//@ verdict[chc]: true(no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, valid-memsafety, no-overflow)
#include <assert.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair first, second, third;
  second = first;
  assert(second.a == first.a);
  third = second;
  assert(first.b == third.b);
  first.a = 1;
  second = first;
  assert(second.a == 1);
  assert(second.b == third.b);
  return 0;
}
