// strcat of a string to itself.
//@ verdict: unknown
#include <string.h>

int main(void) {
  char b[32] = "twice";
  strcat(b, b); //~ BUG overlapping-copy
  return b[0];
}
