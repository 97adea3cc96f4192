// The float variants of math.h, and classification of special values.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile float two = 2.0f, zero = 0.0f;
  printf("%.6f %.1f %.1f\n", (double)sqrtf(two), (double)floorf(-1.5f), (double)ceilf(-1.5f));
  printf("%.1f %.1f\n", (double)truncf(-1.5f), (double)roundf(2.5f));
  printf("%d %d %d\n", isinf(two / zero) != 0, isnan(zero / zero) != 0, isfinite(two) != 0);
  printf("%d %d\n", isnormal(two) != 0, signbit(-two) != 0);
  printf("%d %d %d\n", fpclassify(zero) == FP_ZERO, fpclassify(two) == FP_NORMAL, fpclassify(two / zero) == FP_INFINITE);
  return (int)sqrtf(49.0f);
}
