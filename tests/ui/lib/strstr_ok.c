// strstr and strcasestr: found, absent, empty needle, overlapping prefix.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *s = "aaabaaac";
  printf("%d\n", (int)(strstr(s, "aac") - s));
  printf("%d\n", (int)(strstr(s, "b") - s));
  printf("%d\n", strstr(s, "") == s);
  printf("%d %d\n", strstr(s, "aaaa") == NULL, strstr("", "x") == NULL);
  printf("%s\n", strcasestr("Hello World", "WORLD"));
  return (int)(strstr(s, "aaac") - s);
}
