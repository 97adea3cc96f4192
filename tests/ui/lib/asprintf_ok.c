// asprintf allocates a string of the right size.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *s = NULL;
  int n = asprintf(&s, "%d items of %s", 12, "things");
  printf("%d %s\n", n, s);
  free(s);
  return n;
}
