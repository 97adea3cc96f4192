// strdup, strndup and strdupa give independent copies.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char original[] = "original";
  char *a = strdup(original);
  char *b = strndup(original, 4);
  char *c = strndup("ab", 10);
  char *d = strdupa("on the stack");
  original[0] = 'X';
  a[1] = '!';
  printf("%s %s %s %s %s\n", original, a, b, c, d);
  size_t n = strlen(a) + strlen(b) + strlen(c);
  free(a);
  free(b);
  free(c);
  return (int)n;
}
