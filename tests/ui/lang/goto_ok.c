// goto: out of nested loops, backwards, and to a shared clean-up.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

static int clean_up(int fail_at) {
  int r = -1;
  char *a = NULL, *b = NULL;
  a = malloc(4);
  if (fail_at == 1)
    goto out;
  b = malloc(8);
  if (fail_at == 2)
    goto out;
  r = 0;
out:
  free(b);
  free(a);
  return r;
}

int main(void) {
  int i, j;
  for (i = 0; i < 10; i++)
    for (j = 0; j < 10; j++)
      if (i * j == 42)
        goto found;
found:
  printf("%d %d\n", i, j);
  int n = 0;
again:
  if (++n < 5)
    goto again;
  printf("%d\n", n);
  printf("%d %d %d\n", clean_up(0), clean_up(1), clean_up(2));
  return n;
}
