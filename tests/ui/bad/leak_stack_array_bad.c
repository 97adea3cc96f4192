// An array of pointers dies with its function, and one element was never freed.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static void fill(void) {
  char *rows[3];
  for (int i = 0; i < 3; i++)
    rows[i] = malloc(2);
  for (int i = 0; i < 2; i++)
    free(rows[i]);
} //~ BUG leak

int main(void) {
  fill();
  return 0;
}
