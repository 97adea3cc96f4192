// Differences of unsigned numbers wrap around, and come back.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ inputs: 4000000000 5
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned start = __VERIFIER_nondet_uint(), steps = __VERIFIER_nondet_uint() % 1000, at = start;
  for (unsigned i = 0; i < steps; i++)
    at++;
  assert(at - start == steps);
  assert(at == start + steps);
  return 0;
}
