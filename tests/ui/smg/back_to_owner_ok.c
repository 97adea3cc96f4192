// Every item leads back to the list that it belongs to.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 0
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list;
struct item {
  struct item *next;
  struct list *owner;
};
struct list {
  struct item *first;
  int total;
};

int main(void) {
  struct list *list = malloc(sizeof *list);
  list->first = NULL;
  list->total = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    it->owner = list;
    it->next = list->first;
    it->owner->total = __VERIFIER_nondet_int();
    list->first = it;
  }
  for (struct item *it = list->first; it; it = it->next)
    assert(it->owner == list);
  struct item *it = list->first;
  while (it) {
    struct item *next = it->next;
    it->owner->first = next;
    free(it);
    it = next;
  }
  free(list);
  return 0;
}
