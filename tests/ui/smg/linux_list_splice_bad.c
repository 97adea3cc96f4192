// The emptied list still leads to the items that now are in the other.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0 0
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
  n->prev->next = n->next; //~ BUG use-after-free
  n->next->prev = n->prev;
}

struct item {
  int value;
  struct list_head link;
};

static void build(struct list_head *head) {
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    it->value = __VERIFIER_nondet_int();
    list_add_tail(&it->link, head);
  }
}

static void destroy(struct list_head *head) {
  while (head->next != head) {
    struct item *it = container_of(head->next, struct item, link);
    list_del(&it->link);
    free(it);
  }
}

static void splice(struct list_head *from, struct list_head *to) {
  if (from->next == from)
    return;
  from->next->prev = to->prev;
  to->prev->next = from->next;
  from->prev->next = to;
  to->prev = from->prev;
}

int main(void) {
  struct list_head a = {&a, &a}, b = {&b, &b};
  build(&a);
  build(&b);
  splice(&a, &b);
  destroy(&b);
  destroy(&a);
  return 0;
}
