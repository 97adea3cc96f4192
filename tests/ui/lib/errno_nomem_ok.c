// An allocation that cannot succeed says so in errno.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ native: none a sanitizer warns of sizes that cannot be
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile size_t huge = SIZE_MAX - 8;
  errno = 0;
  void *p = malloc(huge);
  printf("%d %d\n", p == NULL, errno == ENOMEM);
  errno = 0;
  char *q = malloc(4);
  if (!q)
    return 1;
  void *r = realloc(q, huge);
  printf("%d %d\n", r == NULL, errno == ENOMEM);
  free(q);
  errno = 0;
  p = calloc(huge, 2);
  printf("%d %d\n", p == NULL, errno == ENOMEM);
  return 0;
}
