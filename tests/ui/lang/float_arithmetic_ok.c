// float and double arithmetic, rounding to float, and mixed expressions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  double d = 0.1 + 0.2;
  float f = 0.1f + 0.2f;
  printf("%.17f %.9f\n", d, (double)f);
  printf("%d %d\n", d == 0.3, (float)d == 0.3f);
  double sum = 0;
  for (int i = 1; i <= 100; i++)
    sum += 1.0 / i;
  printf("%.12f\n", sum);
  float big = 16777216.0f;
  printf("%.1f %.1f\n", (double)(big + 1.0f), (double)big + 1.0);
  printf("%.3f %.3f\n", -7.5 / 2, 7 / 2 * 1.0);
  d++;
  --f;
  printf("%.4f %.4f\n", d, (double)f);
  double x = 2;
  for (int i = 0; i < 5; i++)
    x = (x + 2 / x) / 2;
  printf("%.15f\n", x);
  return (int)sum;
}
