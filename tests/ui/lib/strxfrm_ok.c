// strxfrm copies in the C locale and returns the length it needs.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

int main(void) {
  char out[8];
  size_t n = strxfrm(out, "trans", sizeof out);
  printf("%zu %s\n", n, out);
  printf("%zu\n", strxfrm(NULL, "longer text", 0));
  return 0;
}
