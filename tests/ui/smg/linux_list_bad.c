// The walk goes on through the item that its body has freed.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
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
  int value;
  struct list_head link;
};

int main(void) {
  struct list_head head = {&head, &head};
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    it->value = __VERIFIER_nondet_int();
    list_add_tail(&it->link, &head);
  }
  int last = 0;
  for (struct list_head *p = head.next; p != &head; p = p->next)
    last = container_of(p, struct item, link)->value;
  for (struct list_head *p = head.next; p != &head; p = p->next) { //~ BUG use-after-free
    list_del(p);
    free(container_of(p, struct item, link));
  }
  return last;
}
