// Two strings are compared until they differ; those that do not have no end.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 3 3
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char *text(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6;
  char *s = malloc(n + 1);
  for (unsigned i = 0; i < n; i++)
    s[i] = 'a';
  s[n] = 0;
  return s;
}

static int compare(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  while (*x == *y) { //~ BUG out-of-bounds
    x++;
    y++;
  }
  return *x - *y;
}

int main(void) {
  char *a = text(), *b = text();
  int order = compare(a, b);
  free(a);
  free(b);
  return order > 0;
}
