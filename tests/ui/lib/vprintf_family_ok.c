// vprintf, vfprintf, vsprintf and vsnprintf behind wrappers.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>

static char buffer[64];

static int say(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vprintf(format, ap);
  va_end(ap);
  return n;
}

static int say_to(FILE *f, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vfprintf(f, format, ap);
  va_end(ap);
  return n;
}

static int into(int limit, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = limit ? vsnprintf(buffer, limit, format, ap) : vsprintf(buffer, format, ap);
  va_end(ap);
  return n;
}

int main(void) {
  printf("%d\n", say("%s=%d %.1f\n", "a", 1, 2.5));
  printf("%d\n", say_to(stdout, "%c%c\n", 'x', 'y'));
  printf("%d %s\n", into(0, "%d %d %d", 1, 2, 3), buffer);
  printf("%d %s\n", into(4, "%s", "abcdefg"), buffer);
  fprintf(stdout, "%05.1f|%s\n", 3.14159, "end");
  return 0;
}
