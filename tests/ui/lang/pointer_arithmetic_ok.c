// Pointer arithmetic in one object: steps, differences, negative indices.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct rec {
  int a;
  short b;
};

int main(void) {
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int *p = a, *end = a + 8;
  printf("%d %d\n", (int)(end - p), *(end - 1));
  p += 5;
  printf("%d %d %d\n", *p, p[-2], *--p);
  struct rec r[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  struct rec *q = &r[3];
  printf("%d %d\n", (q - 1)->a, (int)(q - r));
  char *c = (char *)&r[1];
  printf("%d\n", ((struct rec *)(c + sizeof(struct rec)))->b);
  long sum = 0;
  for (const int *i = a; i != end; ++i)
    sum += *i;
  printf("%ld\n", sum);
  for (p = end; p-- > a;)
    printf("%d", *p);
  printf("\n");
  return (int)(&a[6] - &a[2]);
}
