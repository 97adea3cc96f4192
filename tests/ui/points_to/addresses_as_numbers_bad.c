// An address that was a number in between is an address again.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>
#include <stdint.h>

int kept;

int main(void) {
  int *way = &kept;
  uintptr_t number = (uintptr_t)&way;
  int other = 1;
  *(int **)number = &other;
  *way = 4;
  assert(other == 1); //~ BUG error-call
  return 0;
}
