// strcpy shifts a string within itself.
//@ verdict: unknown
#include <string.h>

int main(void) {
  char b[16] = "  indented";
  char *p = b;
  while (*p == ' ')
    p++;
  strcpy(b, p); //~ BUG overlapping-copy
  return b[0];
}
