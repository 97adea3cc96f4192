// The highest bit as a tag, added twice, with 32 bits.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
//@ data-model: ilp32
#include <assert.h>
#include <stdint.h>

int main(void) {
  int x = 1;
  uintptr_t tagged = (uintptr_t)&x + 0x80000000u;
  *(int *)(tagged + 0x80000000u) = 2;
  assert(x == 2);
  return 0;
}
