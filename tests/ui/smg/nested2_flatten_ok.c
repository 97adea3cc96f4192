// The items of all rows become one list while the rows go.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ inputs: 1 1 5 1 6 0 1 0 1 1 7 0 0
#include <assert.h>
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
    *end = r->items;
    while (*end)
      end = &(*end)->next;
    free(r);
  }
  assert(*end == NULL);
  while (all) {
    struct item *it = all;
    all = it->next;
    free(it);
  }
  return 0;
}
