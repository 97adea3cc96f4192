// Plain char is signed on this target; signed and unsigned char side by side.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

int main(void) {
  char c = (char)0xe9;
  signed char s = (signed char)0xe9;
  unsigned char u = 0xe9;
  printf("%d %d %d\n", c, s, u);
  printf("%d %d\n", c == s, c == u);
  int histogram[256] = {0};
  const char *text = "\xc3\xa9t\xc3\xa9";
  for (const char *p = text; *p; p++)
    histogram[(unsigned char)*p]++;
  printf("%d %d %d\n", histogram[0xc3], histogram[0xa9], histogram['t']);
  printf("%d\n", '\xff');
  return u >> 4;
}
