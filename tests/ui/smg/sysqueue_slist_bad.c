// An SLIST of sys/queue.h whose elements are freed while the macro still walks along them.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 1 6 1 7 0 1 0 8 1 0
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int value;
  SLIST_ENTRY(item) link;
};

SLIST_HEAD(items, item);

static struct item *new_item(void) {
  struct item *i = malloc(sizeof *i);
  i->value = __VERIFIER_nondet_int();
  return i;
}

static struct item *any_item(struct items *list) {
  struct item *i;
  SLIST_FOREACH(i, list, link)
    if (!__VERIFIER_nondet_int())
      break;
  return i;
}

int main(void) {
  struct items list = SLIST_HEAD_INITIALIZER(list);
  while (__VERIFIER_nondet_int()) {
    struct item *i = new_item();
    SLIST_INSERT_HEAD(&list, i, link);
  }
  struct item *at = any_item(&list);
  if (at) {
    struct item *i = new_item();
    SLIST_INSERT_AFTER(at, i, link);
  }
  struct item *gone = any_item(&list);
  if (gone) {
    SLIST_REMOVE(&list, gone, item, link);
    free(gone);
  }
  unsigned sum = 0;
  SLIST_FOREACH(at, &list, link)
    sum += (unsigned)at->value;
  SLIST_FOREACH(at, &list, link) //~ BUG use-after-free
    free(at);
  return sum != 0;
}
