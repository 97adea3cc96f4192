// Bit counting and byte swapping builtins.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  unsigned u = 0x00f0a001u;
  unsigned long l = 0x8000000000000400ul;
  printf("%d %d\n", __builtin_popcount(u), __builtin_popcountl(l));
  printf("%d %d\n", __builtin_clz(u), __builtin_clzl(l >> 5));
  printf("%d %d\n", __builtin_ctz(u << 3), __builtin_ctzl(l));
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffs(8), __builtin_ffsl((long)l));
  printf("%d %d\n", __builtin_parity(u), __builtin_parityl(l));
  printf("%x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(u), __builtin_bswap64(l));
  printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsb(255));
  printf("%x %x\n", __builtin_bitreverse32(u), __builtin_bitreverse8(0x13));
  printf("%x %x\n", __builtin_rotateleft32(u, 8), __builtin_rotateright32(u, 4));
  return __builtin_popcountll(0xffffull);
}
