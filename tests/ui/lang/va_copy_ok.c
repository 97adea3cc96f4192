// va_copy: two passes over the same arguments; a va_list handed to a callee.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdarg.h>
#include <stdio.h>

static int largest(int count, va_list ap) {
  int best = va_arg(ap, int);
  while (--count) {
    int v = va_arg(ap, int);
    if (v > best)
      best = v;
  }
  return best;
}

static int spread(int count, ...) {
  va_list ap, again;
  va_start(ap, count);
  va_copy(again, ap);
  int high = largest(count, ap);
  int low = high;
  for (int i = 0; i < count; i++) {
    int v = va_arg(again, int);
    if (v < low)
      low = v;
  }
  va_end(again);
  va_end(ap);
  return high - low;
}

int main(void) {
  printf("%d\n", spread(5, 3, 9, -4, 7, 0));
  printf("%d\n", spread(9, 1, 2, 3, 4, 5, 6, 7, 8, 50));
  return spread(2, 40, 2);
}
