// The first byte of an address is none.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none an assertion is no sanitizer's business
//@ native: none the machine decides whether that byte is zero
#include <assert.h>
#include <string.h>

static int there[64];
static int *whole = &there[1], *piece;

int main(void) {
  memcpy(&piece, &whole, 2);
  assert(piece == 0 || piece == whole); //~ BUG error-call
  return 0;
}
