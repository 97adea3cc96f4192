// Inline assembly has an effect the tool does not know.
//@ verdict: unknown
#include <stdio.h>

int main(void) {
  int in = 20, out = 0;
  __asm__("movl %1, %0\n\taddl $22, %0" : "=&r"(out) : "r"(in) : "cc");
  printf("%d\n", out);
  return out;
}
