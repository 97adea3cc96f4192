// All items of one list move to the end of another at once.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 5 1 6 0 1 7 0
#include <assert.h>
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
  from->next = from->prev = from;
}

int main(void) {
  struct list_head a = {&a, &a}, b = {&b, &b};
  build(&a);
  build(&b);
  splice(&a, &b);
  assert(a.next == &a && a.prev == &a);
  destroy(&b);
  destroy(&a);
  return 0;
}
