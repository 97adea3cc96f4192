// Empty statements, labels in front of declarations, blocks within expressions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int n = 0;
  ;
  {
  }
  if (n)
    ;
  else
    n = 1;
start:;
  int fresh = n;
  for (; fresh < 3; fresh++) {
  }
  if (n++ < 3)
    goto start;
  while (n-- > 1)
    ;
  printf("%d %d\n", n, fresh);
  return fresh;
}
