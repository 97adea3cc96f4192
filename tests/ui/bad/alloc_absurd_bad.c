// More memory than there are addresses: malloc fails.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none such a size is an error to it
//@ native: none the compiler may leave the call out
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  volatile size_t size = (size_t)1 << 50;
  void *p = malloc(size);
  if (!p)
    reach_error(); //~ BUG error-call
  free(p);
  return 0;
}
