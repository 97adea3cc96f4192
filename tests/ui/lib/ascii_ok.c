// isascii and toascii look at the eighth bit.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

int main(void) {
  printf("%d %d %d\n", isascii('a') != 0, isascii(128) != 0, isascii(-1) != 0);
  printf("%d %d\n", toascii(0xe1), toascii('b'));
  return toascii(193);
}
