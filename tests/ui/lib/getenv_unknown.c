// getenv: the environment is outside of the program, and the function is not modelled.
//@ verdict: unknown
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *v = getenv("A_NAME_THAT_NOBODY_WOULD_SET");
  printf("%d\n", v == NULL);
  return v ? 1 : 0;
}
