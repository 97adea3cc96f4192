// vasprintf behind a wrapper that returns an owned string.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *format(const char *f, ...) {
  va_list ap;
  char *s;
  va_start(ap, f);
  int n = vasprintf(&s, f, ap);
  va_end(ap);
  return n < 0 ? NULL : s;
}

int main(void) {
  char *a = format("%s-%03d", "id", 7);
  char *b = format("<%s>", a);
  printf("%s\n", b);
  free(a);
  free(b);
  return 0;
}
