// Counts of leading and trailing zeros where they are defined: of numbers that are not zero, with a value for zero, ffs.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
//@ inputs: 0
#include <assert.h>
#include <strings.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int log2_of(unsigned x) {
  return x ? 31 - __builtin_clz(x) : -1;
}
int main(void) {
  unsigned zero = 0, x = __VERIFIER_nondet_uint();
  unsigned long long wide = 0;
  assert(__builtin_ffs((int)zero) == 0 && __builtin_ffsll((long long)wide) == 0 && ffs((int)zero) == 0);
  assert(__builtin_ffs(8) == 4 && __builtin_ffsl(1L << 20) == 21);
  int n = log2_of(x);
  assert(n >= -1 && n <= 31);
  char set[32] = {0};
  if (x)
    set[__builtin_ctz(x)] = 1;
  assert(__builtin_popcount(zero) == 0 && __builtin_parityll(wide) == 0);
  assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31);
  return set[31] > 1;
}
