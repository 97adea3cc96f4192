// 128-bit integers: multiplication, division, shifts and comparison.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

typedef unsigned __int128 u128;

static void show(u128 v) {
  printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(void) {
  u128 a = 0xfedcba9876543210ull;
  u128 square = a * a;
  show(square);
  show(square / 1000000007u);
  show(square % 1000000007u);
  show(square << 13);
  show(square >> 77);
  show((u128)0 - 1);
  __int128 s = -5;
  printf("%d %d %d\n", s < 0, (int)(s / 2), (int)(s % 2));
  show((u128)(s >> 1));
  printf("%d\n", square > a);
  return (int)(square >> 120);
}
