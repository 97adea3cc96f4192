// A function reads a constant table by its name and through its parameter.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>

static const int table[4] = {1, 2, 3, 4};

static int first(const int *other) { return table[0] + other[0]; }

int main(void) {
  assert(first(table) == 2);
  assert(first(table + 2) == 4);
  return 0;
}
