// Writes beyond a struct through a pointer to its last array.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct packet {
  int length;
  char data[4];
};

int main(void) {
  struct packet *p = malloc(sizeof *p);
  char *out = p->data;
  p->length = 6;
  for (int i = 0; i < p->length; i++)
    out[i] = (char)i; //~ BUG out-of-bounds
  free(p);
  return 0;
}
