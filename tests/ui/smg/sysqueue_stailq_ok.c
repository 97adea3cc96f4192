// STAILQ of sys/queue.h: grows at both ends and behind any element, takes in another one, and loses any element.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 1 5 1 0 6 1 1 7 0 1 1 2 0 1 0 8 1 0
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int value;
  STAILQ_ENTRY(item) link;
};

STAILQ_HEAD(items, item);

static struct item *new_item(void) {
  struct item *i = malloc(sizeof *i);
  i->value = __VERIFIER_nondet_int();
  return i;
}

static void fill(struct items *list) {
  STAILQ_INIT(list);
  while (__VERIFIER_nondet_int()) {
    int at_end = __VERIFIER_nondet_int();
    struct item *i = new_item();
    if (at_end)
      STAILQ_INSERT_TAIL(list, i, link);
    else
      STAILQ_INSERT_HEAD(list, i, link);
  }
}

static struct item *any_item(struct items *list) {
  struct item *i;
  STAILQ_FOREACH(i, list, link)
    if (!__VERIFIER_nondet_int())
      break;
  return i;
}

int main(void) {
  struct items list, more;
  fill(&list);
  fill(&more);
  STAILQ_CONCAT(&list, &more);
  struct item *at = any_item(&list);
  if (at) {
    struct item *i = new_item();
    STAILQ_INSERT_AFTER(&list, at, i, link);
  }
  struct item *gone = any_item(&list);
  if (gone) {
    STAILQ_REMOVE(&list, gone, item, link);
    free(gone);
  }
  unsigned sum = 0;
  STAILQ_FOREACH(at, &list, link)
    sum += (unsigned)at->value;
  while (!STAILQ_EMPTY(&list)) {
    struct item *i = STAILQ_FIRST(&list);
    STAILQ_REMOVE_HEAD(&list, link);
    free(i);
  }
  return sum != 0;
}
