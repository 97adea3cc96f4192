// The end of one object may be the start of another, and which of the two comes first is not known.
//@ property: unreach-call
//@ verdict: unknown
//@ native: none the machine decides
#include <assert.h>

int first[2], second[2];
int *some[2] = {first, second};

int main(void) {
  assert(some[0] + 2 != some[1]);
  assert(some[0] < some[1]);
  return 0;
}
