// scanf stops at the first item that does not match and leaves it unread.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: false(valid-memsafety)
//@ stdin: 5 apples
#include <stdio.h>

int main(void) {
  int a = -1, b = -1;
  int n = scanf("%d%d", &a, &b);
  printf("%d %d %d\n", n, a, b);
  char rest[16];
  n = scanf("%15s", rest);
  printf("%d %s\n", n, rest);
  return a;
}
