// The callee frees what the caller goes on using.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct buffer {
  int used;
  char data[12];
};

static void finish(struct buffer *b) {
  b->used = 0;
  free(b);
}

int main(void) {
  struct buffer *b = malloc(sizeof *b);
  b->used = 3;
  finish(b);
  return b->used; //~ BUG use-after-free
}
