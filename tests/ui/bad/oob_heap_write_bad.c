// Forgets the terminating zero when it sizes a string.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *text = "eight...";
  char *copy = malloc(strlen(text));
  size_t i;
  for (i = 0; text[i]; i++)
    copy[i] = text[i];
  copy[i] = 0; //~ BUG out-of-bounds
  free(copy);
  return 0;
}
