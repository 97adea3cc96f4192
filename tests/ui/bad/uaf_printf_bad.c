// printf reads a string that was freed.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = strdup("gone");
  printf("%s\n", s);
  free(s);
  printf("%s\n", s); //~ BUG use-after-free
  return 0;
}
