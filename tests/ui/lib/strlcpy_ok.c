// strlcpy and strlcat truncate, terminate and return the length they tried for.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ native: none not every C library has these two
#include <assert.h>
#include <stddef.h>
#include <string.h>

extern size_t strlcpy(char *, const char *, size_t);
extern size_t strlcat(char *, const char *, size_t);

int main(void) {
  char b[8];
  size_t n = strlcpy(b, "abc", sizeof b);
  assert(n == 3 && strcmp(b, "abc") == 0);
  n = strlcat(b, "defghijk", sizeof b);
  assert(n == 11 && strcmp(b, "abcdefg") == 0);
  n = strlcpy(b, "0123456789", 4);
  assert(n == 10 && strcmp(b, "012") == 0);
  return b[0];
}
