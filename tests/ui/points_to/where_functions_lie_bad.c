// Functions lie wherever the machine puts them, and not at the numbers that a proof has for them.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>

static void function(void) {}

int main(void) {
  void *address = (void *)function;
  assert(address == (void *)0x100000 || address == (void *)0x100010); //~ BUG error-call
  return 0;
}
