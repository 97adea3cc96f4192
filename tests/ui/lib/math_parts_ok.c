// Functions of math.h with exact results.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <math.h>
#include <stdio.h>

int main(void) {
  int e;
  double whole;
  printf("%a %d\n", frexp(10.0, &e), e);
  printf("%a %a\n", ldexp(0.75, 4), scalbn(1.0, -1074));
  printf("%a %a\n", modf(-3.25, &whole), whole);
  printf("%a %a\n", nextafter(1.0, 2.0), nextafter(0.0, -1.0));
  printf("%a\n", (double)nextafterf(1.0f, 0.0f));
  return 0;
}
