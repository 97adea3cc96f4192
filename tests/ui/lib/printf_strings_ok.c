// printf of strings and characters: width, precision, null bytes, %n-free counting.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  char raw[3] = {'r', 'a', 'w'};
  printf("[%s][%8s][%-8s][%.2s][%8.3s]\n", "text", "text", "text", "text", "text");
  printf("[%.3s][%.*s]\n", raw, 2, raw);
  printf("[%*s][%s]\n", 5, "a", "");
  int n = printf("%s%c", "ab", 'c');
  printf(" %d\n", n);
  n = printf("a%cb\n", 0);
  printf("%d\n", n);
  return n;
}
