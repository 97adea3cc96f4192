// errno is an object of its own: its address is stable and it keeps its value.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *where = &errno;
  *where = EDOM;
  printf("%d %d\n", errno == EDOM, &errno == where);
  errno = 0;
  long v = strtol("99999999999999999999", NULL, 10);
  printf("%d %d\n", v > 0, *where == ERANGE);
  return 0;
}
