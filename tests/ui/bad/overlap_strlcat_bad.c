// strlcat appends a string to itself.
//@ verdict: unknown
//@ native: none not every C library has it
#include <stddef.h>

extern size_t strlcat(char *, const char *, size_t);

int main(void) {
  char b[16] = "again";
  strlcat(b, b, sizeof b); //~ BUG overlapping-copy
  return b[0];
}
