// Complex numbers: parts, addition, multiplication, conjugate, passing by value.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <complex.h>
#include <stdio.h>

static double complex step(double complex z, double complex c) { return z * z + c; }

int main(void) {
  double complex z = 1.0 + 2.0 * I, w = 3.0 - 1.0 * I;
  double complex s = z + w, p = z * w;
  printf("%.1f %.1f\n", __real__ s, __imag__ s);
  printf("%.1f %.1f\n", __real__ p, __imag__ p);
  double complex c = ~z;
  printf("%.1f %.1f\n", __real__ c, __imag__ c);
  z = step(z, w);
  printf("%.1f %.1f\n", __real__ z, __imag__ z);
  float complex f = 2.0f;
  __imag__ f = -1.0f;
  printf("%.1f %.1f %d\n", __real__ f, __imag__ f, f == 2.0f - 1.0f * I);
  return 0;
}
