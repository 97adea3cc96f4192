// A product that does not fit is no small allocation: calloc fails.
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
  volatile size_t count = (size_t)1 << 32;
  char *cells = calloc(count, (size_t)1 << 32);
  if (!cells)
    reach_error(); //~ BUG error-call
  free(cells);
  return 0;
}
