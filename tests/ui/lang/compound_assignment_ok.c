// Every compound assignment, on several types, with side effects evaluated once.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int calls;

static int *cell(int *p) {
  calls++;
  return p;
}

int main(void) {
  int i = 10;
  i += 5, i -= 3, i *= 4, i /= 5, i %= 7;
  printf("%d\n", i);
  i <<= 4, i |= 3, i &= 0x1e, i ^= 0x55, i >>= 1;
  printf("%d\n", i);
  unsigned char c = 250;
  c += 10;
  printf("%d\n", c);
  double d = 1.5;
  d *= 4;
  d -= 0.25;
  printf("%.2f\n", d);
  int truncated = 7;
  truncated *= 1.5;
  printf("%d\n", truncated);
  int v = 1;
  *cell(&v) += 41;
  printf("%d %d\n", v, calls);
  int a[3] = {1, 2, 3}, *p = a;
  *p++ += 10;
  p += 1;
  printf("%d %d\n", a[0], *p);
  return i;
}
