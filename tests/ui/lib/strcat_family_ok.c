// strcat and strncat append and terminate.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

int main(void) {
  char a[32] = "one";
  strcat(a, ", two");
  strcat(a, "");
  strncat(a, ", three and more", 7);
  printf("%s %zu\n", a, strlen(a));
  char b[8] = "";
  strncat(b, "abc", 100);
  strncat(b, "defghij", 4);
  printf("%s\n", b);
  return (int)strlen(b);
}
