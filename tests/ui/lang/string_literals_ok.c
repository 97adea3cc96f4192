// String literals: concatenation, escapes, embedded zeros, arrays of chars.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static const char *const words[] = {"zero", "one", "two"};

int main(void) {
  char a[] = "abc";
  char b[5] = "ab";
  char c[3] = {'x', 'y', 'z'};
  const char *s = "one "
                  "and "
                  "two";
  printf("%zu %zu %zu\n", sizeof a, sizeof b, sizeof "a\0b");
  printf("%d %d %d\n", b[2], b[3], b[4]);
  printf("%.3s\n", c);
  printf("%s\n", s);
  printf("%d %d %d %d\n", '\n', '\x41', '\101', '\\');
  printf("%c %c\n", "hello"[1], 2["hello"]);
  a[0] = 'X';
  printf("%s %s\n", a, words[2]);
  printf("%s\n", __func__);
  return 'a' + 1;
}
