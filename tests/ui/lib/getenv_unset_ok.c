// getenv: the environment may have any value for the name, or none.
//@ property: valid-memsafety
//@ verdict: true
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *v = getenv("A_NAME_THAT_NOBODY_WOULD_SET");
  printf("%d\n", v == NULL);
  return v ? 1 : 0;
}
