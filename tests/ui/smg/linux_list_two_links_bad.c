// A freed item stays in the second of its lists.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct list_head {
  struct list_head *next, *prev;
};

static void list_add_tail(struct list_head *n, struct list_head *head) {
  n->next = head;
  n->prev = head->prev;
  head->prev->next = n;
  head->prev = n;
}

static void list_del(struct list_head *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}

struct item {
  struct list_head by_age;
  long payload;
  struct list_head by_name;
};

int main(void) {
  struct list_head ages = {&ages, &ages}, names = {&names, &names};
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    it->payload = 7;
    list_add_tail(&it->by_age, &ages);
    list_add_tail(&it->by_name, &names);
  }
  while (ages.next != &ages) {
    struct item *it = container_of(ages.next, struct item, by_age);
    list_del(&it->by_age);
    free(it);
  }
  return names.next != &names && names.next->next == &names; //~ BUG use-after-free
}
