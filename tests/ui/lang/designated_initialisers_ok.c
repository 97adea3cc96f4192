// Designated initialisers of locals: order, overriding, ranges, nested paths.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct inner {
  int a, b;
};
struct outer {
  struct inner left, right;
  int tail[4];
};

int main(void) {
  int n = 4;
  struct outer o = {.right = {.b = n}, .left.a = n * 2, .tail = {[2] = n + 1, 99}};
  int a[6] = {[4] = 1, 2, [0] = 3};
  int r[5] = {[1 ... 3] = 7};
  struct inner pairs[] = {{1, 2}, [2] = {.b = 6}};
  printf("%d %d %d %d\n", o.left.a, o.left.b, o.right.a, o.right.b);
  for (int i = 0; i < 4; i++)
    printf("%d ", o.tail[i]);
  for (int i = 0; i < 6; i++)
    printf("%d ", a[i]);
  for (int i = 0; i < 5; i++)
    printf("%d ", r[i]);
  printf("\n%zu %d %d\n", sizeof pairs / sizeof *pairs, pairs[1].a, pairs[2].b);
  return 0;
}
