// A pointer that is copied byte by byte leads where it did.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>

int main(void) {
  int one = 1, other = 2;
  int *from = &one, *to = &other;
  for (unsigned i = 0; i < sizeof from; i++)
    ((unsigned char *)&to)[i] = ((unsigned char *)&from)[i];
  *to = 3;
  assert(one == 1); //~ BUG error-call
  return 0;
}
