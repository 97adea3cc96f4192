// Lines end in carriage return and line feed, and the last has no end at all.
//@ verdict: true
#include <stdio.h>

int main(void) {
  puts("crlf");
  return 0;
}