// Frees the parent and with it the only pointer to the child.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct person {
  char *name;
  int age;
};

int main(void) {
  struct person *p = malloc(sizeof *p);
  p->name = malloc(20);
  p->name[0] = 'x';
  p->age = 40;
  int r = p->age;
  free(p); //~ BUG leak
  return r;
}
