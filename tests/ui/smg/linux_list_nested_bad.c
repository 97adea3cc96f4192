// A group is freed with items still in it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 1 6 0 0
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

struct group {
  struct list_head items;
  struct list_head link;
};

int main(void) {
  struct list_head groups = {&groups, &groups};
  while (__VERIFIER_nondet_int()) {
    struct group *g = malloc(sizeof *g);
    g->items.next = g->items.prev = &g->items;
    build(&g->items);
    list_add_tail(&g->link, &groups);
  }
  int status = 2;
  while (groups.next != &groups) {
    struct group *g = container_of(groups.next, struct group, link);
    list_del(&g->link);
    status = g->items.next == &g->items ? 0 : 1;
    if (g->items.next == g->items.prev)
      destroy(&g->items);
    free(g); //~ BUG leak
  }
  return status;
}
