// Structs passed through the ellipsis: small, floating, and large ones.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>

struct small {
  int a, b;
};
struct floats {
  float x, y;
};
struct mixed {
  double d;
  long l;
};
struct large {
  long v[5];
};

static void show(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct small s = va_arg(ap, struct small);
  struct large l = va_arg(ap, struct large);
  struct floats f = va_arg(ap, struct floats);
  struct mixed m = va_arg(ap, struct mixed);
  int last = va_arg(ap, int);
  va_end(ap);
  printf("%d %d %ld %ld %.1f %.1f %.1f %ld %d\n", s.a, s.b, l.v[0], l.v[4], f.x, f.y, m.d, m.l, last + n);
}

int main(void) {
  struct small s = {1, 2};
  struct large l = {{3, 4, 5, 6, 7}};
  struct floats f = {8.5f, 9.5f};
  struct mixed m = {10.5, 11};
  show(100, s, l, f, m, 12);
  return 0;
}
