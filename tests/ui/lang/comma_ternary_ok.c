// Comma operator and conditional operator, nested and as arguments.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int sign(int v) { return v < 0 ? -1 : v > 0 ? 1 : 0; }

int main(void) {
  int i, j;
  for (i = 0, j = 10; i < j; i++, j -= 2)
    ;
  printf("%d %d\n", i, j);
  int k = (i++, j++, i + j);
  printf("%d\n", k);
  printf("%d %d %d\n", sign(-9), sign(0), sign(4));
  unsigned u = 1;
  printf("%d\n", (1 ? -1 : u) > 0);
  const char *s = k > 3 ? "big" : "small";
  printf("%s\n", s);
  int a = 1, b = 2;
  *(k ? &a : &b) = 30;
  printf("%d %d\n", a, b);
  printf("%d\n", k ?: 99);
  printf("%d\n", 0 ?: 99);
  return (a, b);
}
