// Fills a block of memory whose size is an input: a pointer walks through it.
//@ verdict: true
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  char *block = malloc(n);
  if (!block)
    return 0;
  char *end = block + n;
  for (char *p = block; p < end; p++)
    *p = 'x';
  free(block);
  return 0;
}
