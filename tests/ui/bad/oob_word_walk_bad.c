// A pointer walks over words, two at a time, and steps over the one that is zero.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 3
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned long length(const int *words) {
  const int *word = words;
  while (*word) //~ BUG out-of-bounds
    word += 2;
  return (unsigned long)(word - words);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6;
  int *words = malloc((n + 1) * sizeof *words);
  for (unsigned i = 0; i < n; i++)
    words[i] = 7;
  words[n] = 0;
  unsigned long found = length(words);
  free(words);
  return found != n;
}
