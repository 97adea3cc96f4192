// A struct that owns memory is cleared with memset.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>
#include <string.h>

struct pair {
  int *first, *second;
};

int main(void) {
  struct pair p;
  p.first = malloc(sizeof(int));
  p.second = NULL;
  *p.first = 2;
  memset(&p, 0, sizeof p); //~ BUG leak
  return p.second != NULL;
}
