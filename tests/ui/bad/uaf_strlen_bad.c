// A freed string is handed to strlen.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(6);
  strcpy(s, "hello");
  free(s);
  return (int)strlen(s); //~ BUG use-after-free
}
