// __builtin_constant_p: what follows from its own answers is constant.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  assert(__builtin_constant_p(__builtin_constant_p(v)));
  assert(__builtin_constant_p(__builtin_constant_p(v) + 1));
  assert(__builtin_constant_p(!__builtin_constant_p(v)));
  assert(__builtin_constant_p(__builtin_constant_p(v) ? 1 : 2));
  assert(__builtin_constant_p(__builtin_constant_p(v) == 5L));
  return 0;
}
