// Comparing pointers: order within one object, equality across objects, null.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a[4], b;
  int *p = &a[1], *q = &a[3];
  printf("%d %d %d\n", p < q, p >= q, p + 2 == q);
  printf("%d %d\n", p == &b, &b == &b);
  printf("%d %d\n", a + 4 > q, !p);
  struct {
    char x, y;
  } s;
  printf("%d\n", &s.x < &s.y);
  int *h = malloc(sizeof *h), *g = malloc(sizeof *g);
  printf("%d %d %d\n", h == g, h != NULL, h == h);
  free(h);
  free(g);
  void *v = a;
  printf("%d %d\n", v == a, v == &a[1]);
  return 0;
}
