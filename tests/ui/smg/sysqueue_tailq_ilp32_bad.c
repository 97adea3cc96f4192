// A TAILQ of sys/queue.h that takes in another one, which is then emptied as if it still had its elements, with 32-bit pointers.
//@ property: valid-memsafety
//@ data-model: ilp32
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 0 1 1 6 1 1 7 0
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

static void clear(struct items *list) {
  struct item *i;
  while ((i = TAILQ_FIRST(list))) {
    TAILQ_REMOVE(list, i, link); //~ BUG use-after-free
    free(i);
  }
}

int main(void) {
  struct items list, more;
  fill(&list);
  fill(&more);
  /* As TAILQ_CONCAT does it, without the last step. */
  if (!TAILQ_EMPTY(&more)) {
    *list.tqh_last = more.tqh_first;
    more.tqh_first->link.tqe_prev = list.tqh_last;
    list.tqh_last = more.tqh_last;
  }
  clear(&list);
  clear(&more);
  return 0;
}
