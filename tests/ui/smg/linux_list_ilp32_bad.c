// Sixteen bytes are enough for the item only where pointers have four.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
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
  struct list_head link;
  long long value;
};

int main(void) {
  struct list_head head = {&head, &head};
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(16);
    it->value = __VERIFIER_nondet_int(); //~ BUG out-of-bounds
    list_add_tail(&it->link, &head);
  }
  int status = 2;
  while (head.prev != &head) {
    struct item *it = container_of(head.prev, struct item, link);
    status = it->value == 5;
    list_del(&it->link);
    free(it);
  }
  return status;
}
