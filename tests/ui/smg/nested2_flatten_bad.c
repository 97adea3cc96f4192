// The end of the flat list stays where it was, so each row overwrites the one before.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0 1 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
};
struct row {
  struct row *next;
  struct item *items;
};

int main(void) {
  struct row *rows = NULL;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    r->items = NULL;
    while (__VERIFIER_nondet_int()) {
      struct item *it = malloc(sizeof *it);
      it->next = r->items;
      r->items = it;
    }
    r->next = rows;
    rows = r;
  }
  struct item *all = NULL, **end = &all;
  while (rows) {
    struct row *r = rows;
    rows = r->next;
    *end = r->items; //~ BUG leak
    free(r);
  }
  while (all) {
    struct item *it = all;
    all = it->next;
    free(it);
  }
  return 0;
}
