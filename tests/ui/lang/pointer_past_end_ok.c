// Computing pointers past the end, or before use, is no access.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a[3] = {1, 2, 3};
  int *end = a + 3;
  int *h = malloc(0);
  int *field = &a[0];
  free(h);
  h = NULL;
  printf("%d %d\n", (int)(end - a), h == NULL);
  int t = 0;
  while (field != end)
    t += *field++;
  return t;
}
