// Signed bit fields sign-extend when read.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct fields {
  int a : 3;
  int b : 7;
  signed char c : 4;
  long d : 40;
};

int main(void) {
  struct fields f = {3, -64, -8, -1};
  printf("%d %d %d %ld\n", f.a, f.b, f.c, (long)f.d);
  f.a = -4;
  f.b = 63;
  f.d = 1l << 38;
  printf("%d %d %d %ld\n", f.a, f.b, f.c, (long)f.d);
  f.c = 7;
  f.c--;
  f.b >>= 2;
  f.d *= -1;
  printf("%d %d %ld\n", f.c, f.b, (long)f.d);
  printf("%d\n", f.a < 0);
  return f.b;
}
