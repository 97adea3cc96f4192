// strlcpy shifts a string within itself.
//@ verdict: unknown
//@ native: none not every C library has it
#include <stddef.h>

extern size_t strlcpy(char *, const char *, size_t);

int main(void) {
  char b[16] = "  indented";
  char *p = b;
  while (*p == ' ')
    p++;
  strlcpy(b, p, sizeof b); //~ BUG overlapping-copy
  return b[0];
}
