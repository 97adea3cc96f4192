// Selecting the C locale changes nothing.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *l = setlocale(LC_ALL, "C");
  printf("%d\n", l && strcmp(l, "C") == 0);
  printf("%.1f\n", 1.5);
  return 0;
}
