// The loop ends at the terminator that the string must have.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>

int main(void) {
  const char *s = "how long?";
  const char *p = s;
  while (*p++)
    ;
  printf("%d\n", (int)(p - s));
  return 0;
}
