// Wide, UTF-16 and UTF-32 string literals are arrays of wider integers.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
  const wchar_t *w = L"a\u00e9";
  char16_t h[] = u"xy\u20ac";
  char32_t f[] = U"z";
  const char *u8s = u8"\u00e9";
  printf("%d %d %d\n", (int)w[0], (int)w[1], (int)w[2]);
  printf("%zu %zu %zu\n", sizeof h, sizeof f, sizeof(wchar_t));
  printf("%x %x\n", h[2], (unsigned)f[0]);
  printf("%d %d\n", (unsigned char)u8s[0], (unsigned char)u8s[1]);
  return L'A';
}
