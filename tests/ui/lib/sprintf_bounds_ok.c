// sprintf and snprintf to buffers that are large enough: they end with a zero, wherever it is.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: -7 200
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int number = __VERIFIER_nondet_int();
  unsigned size = __VERIFIER_nondet_uint() % 16;
  char exact[12];
  sprintf(exact, "%d", number);
  char line[64];
  sprintf(line, "%5u|%-8x|%c|%s", (unsigned)number, (unsigned)number, 'c', "text");
  char cut[16];
  snprintf(cut, sizeof cut, "%s and %s", "something long", line);
  snprintf(cut, 0, "%d", number);
  if (size > 0)
    snprintf(cut, size, "%ld", (long)number);
  return strlen(exact) > 11 || strlen(line) > 63 || strlen(cut) > 15;
}
