// The program defines memset, memcpy and memmove as the library does.
//@ verdict: true
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
#include <assert.h>
#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
void *memset(void *p, int c, size_t n) {
  volatile char *q = p;
  for (size_t i = 0; i < n; i++)
    q[i] = (char)c;
  return p;
}
void *memcpy(void *to, const void *from, size_t n) {
  volatile char *q = to;
  const volatile char *r = from;
  for (size_t i = 0; i < n; i++)
    q[i] = r[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  volatile char *q = to;
  const volatile char *r = from;
  if ((char *)to < (const char *)from)
    return memcpy(to, from, n);
  for (size_t i = n; i > 0; i--)
    q[i - 1] = r[i - 1];
  return to;
}
struct big {
  int number[30];
};
int main(void) {
  struct big a = {{0}}, b;
  char s[12];
  size_t n = __VERIFIER_nondet_uchar() % 4;
  a.number[29] = 7;
  b = a;
  assert(b.number[29] == 7 && b.number[28] == 0);
  assert(memset(s, 'x', 6 + n) == s && s[5] == 'x');
  memcpy(s + 6, s, 6);
  memmove(s, s + 1, 8 + n);
  assert(s[0] == 'x' && s[6] == 'x');
  return 0;
}
