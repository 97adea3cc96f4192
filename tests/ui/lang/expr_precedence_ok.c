// Operator precedence and associativity of the usual suspects.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int a = 7, b = 3, c = 2;
  printf("%d %d %d\n", a - b - c, a - (b - c), a / b * c);
  printf("%d %d\n", a + b << c, a + (b << c));
  printf("%d %d %d\n", a & b == c, (a & b) == c + 1, a | b & c ^ a);
  printf("%d %d\n", !a + b, ~a + b);
  printf("%d %d\n", -a % b, a % -b);
  int x = a = b = c;
  printf("%d %d %d %d\n", x, a, b, c);
  int *p = &x;
  printf("%d %d\n", *p + 1, -*p);
  return x;
}
