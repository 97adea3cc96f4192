// A STAILQ of sys/queue.h: after the last element has been cut off by hand, the head still knows the link in it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 1 0 6 0 0
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

/* Frees the last of at least two elements. */
static void cut_last(struct items *list) {
  struct item *before = STAILQ_FIRST(list);
  while (STAILQ_NEXT(STAILQ_NEXT(before, link), link))
    before = STAILQ_NEXT(before, link);
  free(STAILQ_NEXT(before, link));
  STAILQ_NEXT(before, link) = NULL;
}

int main(void) {
  struct items list, more;
  fill(&list);
  fill(&more);
  if (!STAILQ_EMPTY(&list) && STAILQ_NEXT(STAILQ_FIRST(&list), link))
    cut_last(&list);
  if (STAILQ_EMPTY(&more)) {
    struct item *i = new_item();
    STAILQ_INSERT_HEAD(&more, i, link);
  }
  STAILQ_CONCAT(&list, &more); //~ BUG use-after-free
  while (!STAILQ_EMPTY(&list)) {
    struct item *i = STAILQ_FIRST(&list);
    STAILQ_REMOVE_HEAD(&list, link);
    free(i);
  }
  return 0;
}
