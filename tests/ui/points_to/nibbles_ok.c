// An address is taken apart into numbers of four bits and put together again.
//@ verdict: true
#include <assert.h>
#include <stdint.h>

int main(void) {
  int x = 1;
  uintptr_t address = (uintptr_t)&x, copy = 0;
  for (unsigned i = 0; i < 2 * sizeof address; i++) {
    unsigned _BitInt(4) nibble = (unsigned _BitInt(4))(address >> 4 * i);
    copy |= (uintptr_t)nibble << 4 * i;
  }
  *(int *)copy = 2;
  assert(x == 2);
  return 0;
}
