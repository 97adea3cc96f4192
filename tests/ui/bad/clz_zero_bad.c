// Leading zeros of zero: no value is right, also not the width.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
#include <assert.h>
int main(void) {
  unsigned u = 0;
  int n = __builtin_clz(u); //~ BUG bit-scan-of-zero
  assert(n == 32);
  return 0;
}
