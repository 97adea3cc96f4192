// Two strings are compared as bytes without sign; the zero that ends them was written as a `char`.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety)
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
  while (*x && *x == *y) {
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
