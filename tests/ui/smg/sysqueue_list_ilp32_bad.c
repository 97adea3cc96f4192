// A LIST of sys/queue.h: an element leaves, and the next one still knows the link in it, with 32-bit pointers.
//@ property: valid-memsafety
//@ data-model: ilp32
//@ verdict: false(valid-deref)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 0
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int value;
  LIST_ENTRY(item) link;
};

LIST_HEAD(items, item);

static struct item *new_item(void) {
  struct item *i = malloc(sizeof *i);
  i->value = __VERIFIER_nondet_int();
  return i;
}

static struct item *any_item(struct items *list) {
  struct item *i;
  LIST_FOREACH(i, list, link)
    if (!__VERIFIER_nondet_int())
      break;
  return i;
}

int main(void) {
  struct items list;
  LIST_INIT(&list);
  while (__VERIFIER_nondet_int()) {
    struct item *i = new_item();
    LIST_INSERT_HEAD(&list, i, link);
  }
  struct item *gone = any_item(&list);
  if (gone) {
    *gone->link.le_prev = LIST_NEXT(gone, link);
    free(gone);
  }
  struct item *at;
  unsigned sum = 0;
  LIST_FOREACH(at, &list, link)
    sum += (unsigned)at->value;
  while (!LIST_EMPTY(&list)) {
    struct item *i = LIST_FIRST(&list);
    LIST_REMOVE(i, link); //~ BUG use-after-free
    free(i);
  }
  return sum != 0;
}
