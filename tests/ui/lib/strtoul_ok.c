// strtoul, strtoll, strtoull: wrap of negative input, limits.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *end;
  printf("%lu\n", strtoul("4294967296", NULL, 10));
  printf("%lu\n", strtoul("-1", NULL, 10));
  printf("%lld\n", strtoll("-0777", &end, 0));
  printf("%d\n", *end);
  errno = 0;
  printf("%llu\n", strtoull("99999999999999999999", &end, 10));
  printf("%d %d\n", errno == ERANGE, *end);
  printf("%llu\n", strtoull("ffffFFFFffffFFFF", NULL, 16));
  return 0;
}
