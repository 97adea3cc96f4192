// More vectors and float pairs as variable arguments than there are vector registers: the rest lie in memory.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>
typedef float v4 __attribute__((vector_size(16)));
struct pair {
  float x, y;
};

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  float total = 0;
  for (int i = 0; i < count; i++) {
    v4 v = va_arg(list, v4);
    struct pair p = va_arg(list, struct pair);
    total += v[0] + v[3] + p.x - p.y;
  }
  va_end(list);
  return (int)total;
}

int main(void) {
  v4 v = {1, 2, 3, 4};
  struct pair p = {9, 2};
  printf("%d\n", sum(7, v, p, v, p, v, p, v, p, v, p, v, p, v, p));
  return 0;
}
