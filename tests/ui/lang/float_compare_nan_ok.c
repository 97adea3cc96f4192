// Comparisons with NaN and infinities, negative zero, division by zero of floats.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero, inf = 1.0 / zero;
  printf("%d%d%d%d%d%d\n", nan < 1, nan > 1, nan <= 1, nan >= 1, nan == nan, nan != nan);
  printf("%d %d %d\n", inf > 1e308, -inf < inf, inf == inf + 1);
  printf("%d %d\n", 0.0 == -0.0, 1 / -zero < 0);
  printf("%d %d %d\n", !nan, !zero, nan ? 1 : 0);
  printf("%d %d\n", __builtin_isnan(nan) != 0, __builtin_isinf(inf) != 0);
  printf("%d %d\n", __builtin_signbit(-zero) != 0, __builtin_isunordered(nan, 1.0) != 0);
  double inf_minus = inf - inf;
  printf("%d\n", inf_minus != inf_minus);
  return 0;
}
