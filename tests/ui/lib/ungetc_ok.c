// ungetc and fgetc/getc: a scanner that looks one character ahead.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ stdin: 12+345-6
#include <stdio.h>

static int number(void) {
  int c, v = 0;
  while ((c = getc(stdin)) >= '0' && c <= '9')
    v = v * 10 + (c - '0');
  if (c != EOF)
    ungetc(c, stdin);
  return v;
}

int main(void) {
  int total = number(), c;
  while ((c = fgetc(stdin)) != EOF) {
    int v = number();
    total += c == '+' ? v : -v;
    printf("%c %d %d\n", c, v, total);
  }
  return total % 256;
}
