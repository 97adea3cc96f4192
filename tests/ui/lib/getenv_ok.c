// The environment does not change between two looks at it.
//@ property: valid-memsafety
//@ verdict: true
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (getenv("CAIRN_NO_SUCH_VARIABLE") != NULL)
    putchar(getenv("CAIRN_NO_SUCH_VARIABLE")[0]);
  puts(getenv("CAIRN_NO_SUCH_VARIABLE") ? "set" : "not set");
  return 0;
}
