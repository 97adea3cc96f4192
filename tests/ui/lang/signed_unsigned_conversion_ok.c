// Conversions between signed and unsigned, widening and narrowing.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int minus = -1;
  unsigned int big = minus;
  printf("%u\n", big);
  printf("%d\n", minus < 1u);
  printf("%d\n", (long)minus < 1u);
  long wide = minus;
  unsigned long uwide = minus;
  unsigned long from_unsigned = big;
  printf("%ld %lu %lu\n", wide, uwide, from_unsigned);
  short narrow = (short)0x12345;
  signed char nc = (signed char)0xff;
  printf("%d %d\n", narrow, nc);
  unsigned char uc = -1;
  printf("%d %d\n", uc, uc == (unsigned char)-1);
  printf("%u\n", (unsigned)(signed char)0x80);
  printf("%d\n", (int)(unsigned short)-2);
  return 0;
}
