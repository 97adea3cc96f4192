// memcmp, bcmp, memchr, memrchr, rawmemchr and memmem.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void) {
  const char a[] = "abc\0def", b[] = "abc\0deg";
  printf("%d %d %d\n", sign(memcmp(a, b, 8)), sign(memcmp(b, a, 8)), memcmp(a, b, 6));
  printf("%d\n", sign(memcmp("\xff", "\x01", 1)));
  printf("%d %d\n", memcmp(a, b, 0), bcmp(a, b, 8) != 0);
  printf("%d\n", (int)((char *)memchr(a, 'd', 8) - a));
  printf("%d %d\n", memchr(a, 'z', 8) == NULL, memchr(a, 'f', 3) == NULL);
  printf("%d\n", (int)((char *)memrchr("banana", 'a', 6) - (char *)memchr("banana", 'b', 6)) >= 0);
  const char *s = "banana";
  printf("%d\n", (int)((const char *)memrchr(s, 'n', 6) - s));
  printf("%d\n", (int)((const char *)rawmemchr(s, 0) - s));
  printf("%d\n", (int)((const char *)memmem(s, 6, "nan", 3) - s));
  printf("%d\n", memmem(s, 3, "nan", 3) == NULL);
  return 0;
}
