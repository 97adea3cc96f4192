// Who writes through one name changes what the other one reads.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
  int *first, *second;
};

int main(void) {
  int a = 1, b = 1;
  struct pair pair = {&a, &b};
  if (__VERIFIER_nondet_int() == 1)
    pair.second = pair.first;
  *pair.first = 2;
  assert(*pair.second == 1); //~ BUG error-call
  return 0;
}
