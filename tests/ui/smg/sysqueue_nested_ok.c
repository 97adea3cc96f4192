// An SLIST of sys/queue.h whose elements have a TAILQ each.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 1 5 1 6 0 1 0 1 1 7 0 0
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
  int value;
  TAILQ_ENTRY(cell) link;
};

struct row {
  TAILQ_HEAD(, cell) cells;
  SLIST_ENTRY(row) link;
};

SLIST_HEAD(rows, row);

static struct row *new_row(void) {
  struct row *r = malloc(sizeof *r);
  TAILQ_INIT(&r->cells);
  while (__VERIFIER_nondet_int()) {
    struct cell *c = malloc(sizeof *c);
    c->value = __VERIFIER_nondet_int();
    TAILQ_INSERT_TAIL(&r->cells, c, link);
  }
  return r;
}

static unsigned clear(struct row *r) {
  unsigned sum = 0;
  while (!TAILQ_EMPTY(&r->cells)) {
    struct cell *c = TAILQ_FIRST(&r->cells);
    TAILQ_REMOVE(&r->cells, c, link);
    sum += (unsigned)c->value;
    free(c);
  }
  return sum;
}

int main(void) {
  unsigned sum = 0;
  struct rows rows = SLIST_HEAD_INITIALIZER(rows);
  while (__VERIFIER_nondet_int()) {
    struct row *r = new_row();
    SLIST_INSERT_HEAD(&rows, r, link);
  }
  while (!SLIST_EMPTY(&rows)) {
    struct row *r = SLIST_FIRST(&rows);
    SLIST_REMOVE_HEAD(&rows, link);
    sum += clear(r);
    free(r);
  }
  return sum != 0;
}
