// strlen and strnlen, also on strings inside larger objects.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <string.h>

int main(void) {
  char raw[4] = {'a', 'b', 'c', 'd'};
  struct {
    char head[4];
    char tail[4];
  } s = {"abc", "xy"};
  printf("%zu %zu %zu\n", strlen(""), strlen("seven.."), strlen("a\0b"));
  printf("%zu %zu %zu\n", strnlen(raw, 4), strnlen("abc", 10), strnlen("abc", 0));
  printf("%zu %zu\n", strlen(s.head), strlen(s.tail));
  return (int)strlen("exit status");
}
