// A stream writes to a buffer of the program's for as long as it is open: that is not modelled.
//@ property: valid-memsafety
//@ verdict: unknown
//@ native: none the buffer is too small
#include <stdio.h>

int main(void) {
  char buffer[8];
  setvbuf(stdout, buffer, _IOFBF, 4096);
  puts("more than eight letters");
  return 0;
}
