// fscanf from standard input, and vscanf and vsscanf behind wrappers.
//@ verdict: true
//@ verdict[explore]: false(valid-memsafety)
//@ stdin: 10 20 word
#include <stdarg.h>
#include <stdio.h>

static int read_in(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vscanf(format, ap);
  va_end(ap);
  return n;
}

static int read_text(const char *text, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vsscanf(text, format, ap);
  va_end(ap);
  return n;
}

int main(void) {
  int a = 0, b = 0, c = 0;
  char word[8];
  int n = fscanf(stdin, "%d", &a);
  n += read_in("%d %7s", &b, word);
  n += read_text("0x10", "%i", &c);
  printf("%d %d %d %s %d\n", n, a, b, word, c);
  return n;
}
