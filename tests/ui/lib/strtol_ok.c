// strtol and relatives: bases, prefixes, end pointer, range errors.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text, int base) {
  char *end;
  errno = 0;
  long v = strtol(text, &end, base);
  printf("%ld %d %d\n", v, (int)(end - text), errno == ERANGE);
}

int main(void) {
  show("123", 10);
  show("  -0x1fz", 16);
  show("0x1F", 0);
  show("0755", 0);
  show("zz", 36);
  show("12", 2);
  show("", 10);
  show("  +", 10);
  show("0x", 16);
  show("9223372036854775808", 10);
  show("-9223372036854775809", 10);
  show("-9223372036854775808", 10);
  return (int)strtol("77", NULL, 8);
}
