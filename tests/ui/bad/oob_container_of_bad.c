// container_of with the wrong member walks out of the object.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next;
};
struct item {
  int value;
  struct link first, second;
};

int main(void) {
  struct item *it = malloc(sizeof *it);
  it->value = 3;
  it->first.next = 0;
  struct link *l = &it->first;
  struct item *wrong = (struct item *)((char *)l - offsetof(struct item, second));
  int v = wrong->value; //~ BUG out-of-bounds
  free(it);
  return v;
}
