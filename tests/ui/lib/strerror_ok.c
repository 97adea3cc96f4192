// strerror gives some text for an error number.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *a = strerror(ENOENT), *b = strerror(0);
  printf("%d %d\n", strlen(a) > 0, strlen(b) > 0);
  errno = ERANGE;
  int saved = errno;
  errno = 0;
  printf("%d %d\n", saved == ERANGE, errno);
  return 0;
}
