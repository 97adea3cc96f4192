// A local union that a constant initialises is zero beyond its first member, as clang compiles it.
//@ verdict: true
//@ verdict[chc]: true(no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, no-overflow)
#include <assert.h>
union number { char c; int i; };
struct row { char tag; union number u; short s; };
int main(void) {
  union number zero = {0}, three = {3};
  struct row rows[3] = {{1, {2}, 3}, {4, {5}, 6}};
  assert(zero.i == 0 && three.i == 3);
  assert(rows[0].u.i == 2 && rows[1].u.i == 5 && rows[2].u.i == 0);
  return 0;
}
