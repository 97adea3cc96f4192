// perror and fprintf(stderr) write to standard error only.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  perror("message");
  fprintf(stderr, "%d\n", 3);
  printf("only this on standard output\n");
  return 2;
}
