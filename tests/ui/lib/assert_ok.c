// Assertions that hold, and NDEBUG-free use in expressions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination, unreach-call)
#include <assert.h>
#include <stdio.h>

static int checked(int v) {
  assert(v > 0);
  return assert(v < 100), v * 2;
}

int main(void) {
  int calls = 0;
  for (int i = 1; i < 100; i += 7) {
    assert(checked(i) == i + i && "doubling");
    calls++;
  }
  printf("%d\n", calls);
  return calls;
}
