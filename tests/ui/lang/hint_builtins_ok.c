// Builtins that are hints or compile-time questions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

#define LIKELY(c) __builtin_expect(!!(c), 1)

static int classify(int n) {
  if (LIKELY(n > 0))
    return 1;
  if (n == 0)
    return 0;
  return -1;
}

static int last(int kind) {
  switch (kind) {
  case 0:
    return 5;
  case 1:
    return 6;
  default:
    __builtin_unreachable();
  }
}

int main(void) {
  int a[4] = {1, 2, 3, 4};
  __builtin_prefetch(a);
  int *p = __builtin_assume_aligned(a, 4);
  printf("%d %d %d\n", classify(3), classify(0), classify(-3));
  printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_types_compatible_p(int, signed));
  printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 32, "other"));
  printf("%d %zu\n", p[2], __builtin_object_size(a, 0));
  return last(0) + last(1);
}
