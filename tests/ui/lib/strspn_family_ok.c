// strspn, strcspn and strpbrk.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *s = "2024-11-15 text";
  printf("%zu %zu %zu\n", strspn(s, "0123456789"), strspn(s, "x"), strspn(s, ""));
  printf("%zu %zu %zu\n", strcspn(s, "-"), strcspn(s, "z"), strcspn(s, ""));
  printf("%s\n", strpbrk(s, "t "));
  printf("%d\n", strpbrk(s, "?!") == NULL);
  return (int)strspn("aabbcc", "ab");
}
