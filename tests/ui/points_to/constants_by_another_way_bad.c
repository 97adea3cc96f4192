// Nobody writes to a constant, whichever way leads there.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const int constant = 1;
static int variable = 1;
static int *ways[2] = {&variable, (int *)&constant};

int main(void) {
  *ways[__VERIFIER_nondet_int() == 1] = 2; //~ BUG readonly-write
  assert(constant == 1);
  return 0;
}
