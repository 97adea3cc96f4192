// long double: extended precision keeps what double loses.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static long double half(long double v) { return v / 2; }

int main(void) {
  long double a = 9007199254740993.0L;
  double d = (double)a;
  printf("%d\n", a == (long double)d);
  printf("%.1Lf\n", a);
  long double sum = 0;
  for (int i = 0; i < 10; i++)
    sum += 0.1L;
  printf("%.6Lf %d\n", sum, half(sum) < 1);
  long double list[2] = {1.5L, -2.5L};
  printf("%.2Lf %ld\n", list[0] * list[1], (long)list[1]);
  return (int)half(84);
}
