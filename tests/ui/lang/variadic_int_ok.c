// A variadic function of ints, with more arguments than registers.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...) {
  va_list ap;
  int total = 0;
  va_start(ap, count);
  while (count--)
    total += va_arg(ap, int);
  va_end(ap);
  return total;
}

int main(void) {
  printf("%d\n", sum(0));
  printf("%d\n", sum(3, 1, 2, 3));
  printf("%d\n", sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  char c = 'a';
  short s = -100;
  printf("%d\n", sum(2, c, s));
  return sum(4, 10, 20, 30, -18);
}
