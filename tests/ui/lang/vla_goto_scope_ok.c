// A block with a variable-length array entered and left by a backward goto.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
#include <stdio.h>

int main(void) {
  int n = 1, total = 0;
again: {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = n;
  for (int i = 0; i < n; i++)
    total += a[i];
  n *= 2;
  if (n < 100)
    goto again;
}
  printf("%d %d\n", n, total);
  return 0;
}
