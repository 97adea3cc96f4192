// atoi, atol, atoll, atof: blanks, signs, and what follows the number.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%d %d %d %d\n", atoi("42"), atoi("  -17abc"), atoi("+8"), atoi("none"));
  printf("%d %d\n", atoi(""), atoi("- 5"));
  printf("%ld %lld\n", atol("-9876543210"), atoll("9223372036854775807"));
  printf("%.3f %.3f\n", atof("3.125"), atof("-1e3x"));
  return atoi("7");
}
