// Variadic arguments of mixed kinds: int, double, pointer, long, char.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>

static void show(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      printf("i%d ", va_arg(ap, int));
      break;
    case 'd':
      printf("d%.2f ", va_arg(ap, double));
      break;
    case 's':
      printf("s%s ", va_arg(ap, char *));
      break;
    case 'l':
      printf("l%ld ", va_arg(ap, long));
      break;
    case 'u':
      printf("u%llu ", va_arg(ap, unsigned long long));
      break;
    }
  va_end(ap);
  printf("\n");
}

int main(void) {
  float f = 1.25f;
  show("idsl", 1, 2.5, "three", -4l);
  show("dddddddddd", 0., 1., 2., 3., 4., 5., 6., 7., 8., 9.);
  show("iiiiiiiidsdu", 1, 2, 3, 4, 5, 6, 7, 8, f, "x", 9.5, 18446744073709551615ull);
  return 0;
}
