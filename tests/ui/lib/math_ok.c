// The exactly rounded functions of math.h: fabs, floor, ceil, sqrt, trunc, fmod.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <math.h>
#include <stdio.h>

int main(void) {
  printf("%.2f %.2f\n", fabs(-2.5), (double)fabsf(-0.5f));
  printf("%.1f %.1f %.1f %.1f\n", floor(-2.5), ceil(-2.5), trunc(-2.5), round(-2.5));
  printf("%.10f %.1f\n", sqrt(2.0), sqrt(144.0));
  printf("%.3f %.3f\n", fmod(7.5, 2.0), fmod(-7.5, 2.0));
  printf("%.1f %.1f\n", fmax(1, 2), fmin(1, 2));
  printf("%.1f %d\n", copysign(3.0, -0.0), isnan(sqrt(-1.0)) != 0);
  return (int)sqrt(81);
}
