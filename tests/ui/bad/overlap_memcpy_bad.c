// memcpy between overlapping parts of one array.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
#include <string.h>

int main(void) {
  char b[16] = "0123456789";
  memcpy(b + 2, b, 8); //~ BUG overlapping-copy
  return b[2];
}
