// The first item of a row is read although rows may be empty.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
  int value;
};
struct row {
  struct item *items;
  struct row *next;
};

int main(void) {
  struct row *rows = NULL;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    r->items = NULL;
    while (__VERIFIER_nondet_int()) {
      struct item *it = malloc(sizeof *it);
      it->value = __VERIFIER_nondet_int();
      it->next = r->items;
      r->items = it;
    }
    r->next = rows;
    rows = r;
  }
  int last = 0;
  for (struct row *r = rows; r; r = r->next)
    last = r->items->value; //~ BUG null-deref
  while (rows) {
    struct row *r = rows;
    rows = r->next;
    while (r->items) {
      struct item *it = r->items;
      r->items = it->next;
      free(it);
    }
    free(r);
  }
  return last;
}
