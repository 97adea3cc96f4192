// Arguments that a function does not take, through a pointer without prototype: they are not looked at.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>
struct big { int at[10]; };
static int one(int a) { return a + 1; }
static int none(void) { return 4; }
static struct big many(int a) { return (struct big){{a}}; }
int main(void) {
  int (*f)() = one;
  int (*g)() = none;
  struct big (*h)() = many;
  assert(f(1, 2) == 2 && f(1, 2.5, &f) == 2);
  assert(g(9) == 4);
  assert(h(3, 4L).at[0] == 3);
  return 0;
}
