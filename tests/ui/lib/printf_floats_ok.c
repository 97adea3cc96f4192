// printf of floating-point numbers: %f, %e, %g with precisions and widths.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  printf("[%f][%.2f][%8.3f][%-8.1f][%+.1f][%08.2f]\n", 3.14159, 2.5, 1.0, 9.99, 0.5, -1.5);
  printf("[%.0f][%.0f][%.0f][%#.0f]\n", 0.5, 1.5, 2.5, 3.0);
  printf("[%e][%.2e][%E]\n", 12345.678, 0.00012, 1e100);
  printf("[%g][%g][%g][%g][%G]\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1e-10);
  printf("[%g][%.3g][%g]\n", 0.1, 1234.5678, 2.0);
  printf("[%f][%f][%f]\n", 1.0 / 0.0, -1.0 / 0.0, -0.0);
  printf("[%Lf][%.3Lf]\n", 1.25L, 2.0L / 3);
  printf("[%.10f]\n", 1e15 / 3);
  return 0;
}
