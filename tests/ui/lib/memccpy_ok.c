// memccpy stops after the byte it looks for.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <string.h>

int main(void) {
  char out[16];
  memset(out, '.', sizeof out);
  char *p = memccpy(out, "key=value", '=', 10);
  printf("%d %.4s %c\n", (int)(p - out), out, out[4]);
  p = memccpy(out, "abc", 'z', 3);
  printf("%d %.3s\n", p == NULL, out);
  return 0;
}
