// The __builtin_ spellings of memory and string functions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  char a[16], b[16];
  __builtin_memset(a, 'a', 15);
  a[15] = 0;
  __builtin_memcpy(b, a, 16);
  __builtin_memmove(b + 1, b, 8);
  __builtin_strcpy(a, "builtin");
  printf("%s %s %zu\n", a, b, __builtin_strlen(a));
  printf("%d %d\n", __builtin_strcmp(a, "builtin"), __builtin_memcmp(b, "aaa", 3));
  char *p = __builtin_malloc(4);
  __builtin_memcpy(p, "xyz", 4);
  printf("%s %d\n", p, (int)(__builtin_strchr(p, 'z') - p));
  __builtin_free(p);
  return __builtin_abs(-4);
}
