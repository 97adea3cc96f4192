// Frees a member that is embedded and not the first one.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct link {
  struct link *next;
};
struct item {
  int value;
  struct link link;
};

int main(void) {
  struct item *it = malloc(sizeof *it);
  struct link *l = &it->link;
  it->value = 1;
  free(l); //~ BUG invalid-free
  return 0;
}
