// clang's generic counts take a second argument, which is the answer for zero.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
#include <assert.h>
int main(void) {
  unsigned zero = 0;
  unsigned char small = 0;
  unsigned __int128 large = 0;
  assert(__builtin_clzg(zero, 77) == 77 && __builtin_ctzg(zero, -1) == -1);
  assert(__builtin_clzg(small, 8) == 8 && __builtin_ctzg(large, 128) == 128);
  small = 16;
  large = (unsigned __int128)1 << 100;
  assert(__builtin_clzg(small, 8) == 3 && __builtin_ctzg(large, 128) == 100);
  assert(__builtin_clzg(small) == 3 && __builtin_ctzg(large) == 100);
  return 0;
}
