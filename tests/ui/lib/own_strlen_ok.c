// The program defines strlen in its own way: the C library's other functions do not call it.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ args: -fno-builtin
#include <assert.h>
#include <stdlib.h>
#include <string.h>
size_t strlen(const char *s) {
  return s[0] == 'a' ? 1 : 0;
}
int main(void) {
  char *p = strdup("abc");
  if (!p)
    return 0;
  assert(p[0] == 'a' && p[2] == 'c' && p[3] == 0);
  assert(strlen(p) == 1);
  char *q = strchr(p, 'c');
  assert(q == p + 2 && strlen(q) == 0);
  free(p);
  return 0;
}
