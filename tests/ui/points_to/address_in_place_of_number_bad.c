// A place that holds a number at one time and an address at another holds what was written last.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>

static int there;
static union {
  long number;
  int *address;
} both;

int main(void) {
  both.number = 0;
  both.address = &there;
  *both.address = 7;
  assert(there == 0); //~ BUG error-call
  return 0;
}
