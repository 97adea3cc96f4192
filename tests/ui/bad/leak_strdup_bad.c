// The copy that strdup made is never freed.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

static int shout(const char *s) {
  char *copy = strdup(s);
  copy[0] = 'X';
  int n = (int)strlen(copy);
  return n;
} //~ BUG leak

int main(void) {
  int n = shout("text");
  return n;
}
