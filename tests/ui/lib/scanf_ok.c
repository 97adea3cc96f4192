// scanf of integers, strings and characters; end of input.
//@ verdict: true
//@ verdict[explore]: false(valid-memsafety)
//@ stdin: 42 -7 word x 0x1f\n99
#include <stdio.h>

int main(void) {
  int a, b, h, last, extra;
  char word[8], c;
  int n = scanf("%d %d %7s %c", &a, &b, word, &c);
  printf("%d %d %d %s %c\n", n, a, b, word, c);
  n = scanf("%x", &h);
  printf("%d %d\n", n, h);
  n = scanf("%d", &last);
  printf("%d %d\n", n, last);
  n = scanf("%d", &extra);
  printf("%d\n", n == EOF);
  return last;
}
