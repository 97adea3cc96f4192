// Unsigned numbers that wrap around are smaller after they grew.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 4294967295 1
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned start = __VERIFIER_nondet_uint(), steps = __VERIFIER_nondet_uint() % 1000, at = start;
  for (unsigned i = 0; i < steps; i++)
    at++;
  assert(at >= start); //~ BUG error-call
  return 0;
}
