// sprintf and snprintf: results, truncation, length of what would be written.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[32];
  int n = sprintf(b, "%d-%s-%c", 12, "ab", 'z');
  printf("%s %d\n", b, n);
  n = snprintf(b, 5, "%s", "truncated");
  printf("%s %d %zu\n", b, n, strlen(b));
  n = snprintf(NULL, 0, "%08d", 5);
  printf("%d\n", n);
  memset(b, '#', sizeof b);
  n = snprintf(b, 1, "xyz");
  printf("%d %d %c\n", n, b[0], b[1]);
  char *p = b;
  for (int i = 0; i < 4; i++)
    p += sprintf(p, "%d,", i);
  printf("%s\n", b);
  return (int)(p - b);
}
