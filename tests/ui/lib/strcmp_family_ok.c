// strcmp, strncmp, strcasecmp, strncasecmp, strcoll: signs of the results.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void) {
  printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("same", "same"));
  printf("%d %d\n", sign(strcmp("abc", "ab")), sign(strcmp("", "a")));
  printf("%d\n", sign(strcmp("\x80", "\x7f")));
  printf("%d %d %d\n", sign(strncmp("abcd", "abzz", 2)), sign(strncmp("abcd", "abzz", 3)), strncmp("x", "y", 0));
  printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("a", "B")));
  printf("%d %d\n", strncasecmp("HELlo", "helXX", 3), sign(strncasecmp("ab", "AC", 2)));
  printf("%d %d\n", sign(strcoll("a", "b")), strcoll("q", "q"));
  return 0;
}
