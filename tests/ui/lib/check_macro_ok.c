// A hand-written assertion macro that reports to standard output and counts.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int failures;
#define CHECK(c) ((c) ? (void)0 : (void)(failures++, printf("failed: %s\n", #c)))

int main(void) {
  CHECK(1 + 1 == 2);
  CHECK(2 * 2 == 5);
  CHECK(sizeof(char) == 1);
  return failures;
}
