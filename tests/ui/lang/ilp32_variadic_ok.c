// Variadic calls in the ilp32 data model: arguments lie one after the other.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ data-model: ilp32
#include <stdarg.h>
#include <stdio.h>

static double total(const char *kinds, ...) {
  va_list ap;
  double t = 0;
  va_start(ap, kinds);
  for (; *kinds; kinds++)
    t += *kinds == 'd' ? va_arg(ap, double) : *kinds == 'q' ? (double)va_arg(ap, long long) : va_arg(ap, int);
  va_end(ap);
  return t;
}

int main(void) {
  printf("%.2f\n", total("iqdi", 1, 1ll << 33, 2.25, 3));
  printf("%d %lld %s\n", -1, -1ll, "end");
  return 0;
}
