// How many bytes are filled, and from where on, is not known; what comes behind is.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1
//@ sanitizer: none an assertion is no sanitizer's business
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char buffer[8], *start;

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 4)
    return 0;
  char *block = malloc((size_t)count + 1);
  if (!block)
    return 0;
  block[0] = 1;
  start = buffer;
  memset(start + count, 'x', count);
  assert(block[0] == 2); //~ BUG error-call
  free(block);
  return 0;
}
