// The first entry of an empty list is no item: its place is around the head.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
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

int main(void) {
  struct list_head head = {&head, &head};
  build(&head);
  int value = 3;
  value = container_of(head.next, struct item, link)->value; //~ BUG out-of-bounds
  destroy(&head);
  return value;
}
