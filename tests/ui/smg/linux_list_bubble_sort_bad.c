// Bubble sort compares the last item with the head, which is none.
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

static int value_of(struct list_head *p) {
  return container_of(p, struct item, link)->value; //~ BUG out-of-bounds
}

static void sort(struct list_head *head) {
  int swapped = 1;
  while (swapped) {
    swapped = 0;
    struct list_head *p = head->next;
    while (p != head) {
      if (value_of(p) <= value_of(p->next)) {
        p = p->next;
        continue;
      }
      struct list_head *behind = p->next->next;
      list_del(p);
      list_add_tail(p, behind);
      swapped = 1;
    }
  }
}

int main(void) {
  struct list_head head = {&head, &head};
  build(&head);
  sort(&head);
  int least = head.next == &head ? 0 : value_of(head.next);
  destroy(&head);
  return least;
}
