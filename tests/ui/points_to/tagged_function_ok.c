// Addresses of functions, one of them hidden, in one table of numbers.
//@ verdict: true
#include <assert.h>
#include <stdint.h>

static int same(int x) { return x; }
static int next(int x) { return x + 1; }

int main(void) {
  uintptr_t table[2] = {(uintptr_t)same ^ 0x55, (uintptr_t)next};
  table[0] ^= 0x55;
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += ((int (*)(int))table[i])(1);
  assert(sum == 3);
  return 0;
}
