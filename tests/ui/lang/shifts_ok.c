// Shifts of signed and unsigned values within the defined range.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  unsigned u = 0x80000001u;
  int s = -8;
  printf("%u %u %u\n", u << 1, u >> 1, u >> 31);
  printf("%d %d\n", s >> 1, s >> 31);
  printf("%lu\n", 1ul << 63);
  printf("%d\n", 1 << 30);
  unsigned char c = 0x81;
  printf("%d %d\n", c << 1, (unsigned char)(c << 1));
  c <<= 1;
  printf("%d\n", c);
  for (int i = 0; i < 32; i += 9)
    printf("%x ", u >> i);
  printf("\n");
  unsigned rotated = u << 5 | u >> 27;
  printf("%x\n", rotated);
  return 0;
}
