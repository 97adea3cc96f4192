// TAILQ of sys/queue.h: grows anywhere, takes in another one, is walked both ways, and loses any element, with 32-bit pointers.
//@ property: valid-memsafety,valid-memcleanup
//@ data-model: ilp32
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 1 5 1 0 6 1 1 7 0 1 1 2 0 1 0 8 1 0 9 1 0
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int value;
  TAILQ_ENTRY(item) link;
};

TAILQ_HEAD(items, item);

static struct item *new_item(void) {
  struct item *i = malloc(sizeof *i);
  i->value = __VERIFIER_nondet_int();
  return i;
}

static void fill(struct items *list) {
  TAILQ_INIT(list);
  while (__VERIFIER_nondet_int()) {
    int at_end = __VERIFIER_nondet_int();
    struct item *i = new_item();
    if (at_end)
      TAILQ_INSERT_TAIL(list, i, link);
    else
      TAILQ_INSERT_HEAD(list, i, link);
  }
}

static struct item *any_item(struct items *list) {
  struct item *i;
  TAILQ_FOREACH(i, list, link)
    if (!__VERIFIER_nondet_int())
      break;
  return i;
}

int main(void) {
  struct items list, more;
  fill(&list);
  fill(&more);
  TAILQ_CONCAT(&list, &more, link);
  struct item *at = any_item(&list);
  if (at) {
    struct item *i = new_item();
    TAILQ_INSERT_AFTER(&list, at, i, link);
  }
  at = any_item(&list);
  if (at) {
    struct item *i = new_item();
    TAILQ_INSERT_BEFORE(at, i, link);
  }
  struct item *gone = any_item(&list);
  if (gone) {
    TAILQ_REMOVE(&list, gone, link);
    free(gone);
  }
  unsigned sum = 0;
  TAILQ_FOREACH(at, &list, link)
    sum += (unsigned)at->value;
  TAILQ_FOREACH_REVERSE(at, &list, items, link)
    sum += (unsigned)at->value;
  while (!TAILQ_EMPTY(&list)) {
    struct item *i = __VERIFIER_nondet_int() ? TAILQ_FIRST(&list) : TAILQ_LAST(&list, items);
    TAILQ_REMOVE(&list, i, link);
    free(i);
  }
  return sum != 0;
}
