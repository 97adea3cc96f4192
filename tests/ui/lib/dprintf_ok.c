// dprintf and vdprintf write to a file descriptor.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

static int say(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vdprintf(1, format, ap);
  va_end(ap);
  return n;
}

int main(void) {
  int n = dprintf(1, "%s %d\n", "descriptor", 1);
  n += say("%c%c\n", 'o', 'k');
  return n;
}
