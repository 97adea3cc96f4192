// A list that relies on its length, which a node that leaves does not change.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 1 0 6 1 1 7 0 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
  struct cell *prev, *next;
  void *value;
};

struct list {
  struct cell *head, *tail;
  void *(*dup)(void *value);
  void (*release)(void *value);
  int (*match)(void *value, void *key);
  unsigned long len;
};

static struct list *create(void) {
  struct list *l = malloc(sizeof *l);
  l->head = l->tail = NULL;
  l->len = 0;
  l->dup = NULL;
  l->release = NULL;
  l->match = NULL;
  return l;
}

static void add_head(struct list *l, void *value) {
  struct cell *c = malloc(sizeof *c);
  c->value = value;
  if (l->len == 0) {
    l->head = l->tail = c;
    c->prev = c->next = NULL;
  } else {
    c->prev = NULL;
    c->next = l->head;
    l->head->prev = c;
    l->head = c;
  }
  l->len++;
}

static void add_tail(struct list *l, void *value) {
  struct cell *c = malloc(sizeof *c);
  c->value = value;
  if (l->len == 0) {
    l->head = l->tail = c;
    c->prev = c->next = NULL;
  } else {
    c->prev = l->tail;
    c->next = NULL;
    l->tail->next = c;
    l->tail = c;
  }
  l->len++;
}

static void del(struct list *l, struct cell *c) {
  if (c->prev)
    c->prev->next = c->next;
  else
    l->head = c->next;
  if (c->next)
    c->next->prev = c->prev;
  else
    l->tail = c->prev;
  if (l->release)
    l->release(c->value);
  free(c);
}

/* As many nodes as there are said to be. */
static void destroy(struct list *l) {
  struct cell *c = l->head;
  unsigned long len = l->len;
  while (len--) {
    struct cell *next = c->next; //~ BUG null-deref
    if (l->release)
      l->release(c->value);
    free(c);
    c = next;
  }
  free(l);
}

static void drop(void *value) { free(value); }

int main(void) {
  struct list *l = create();
  l->release = drop;
  while (__VERIFIER_nondet_int()) {
    int at_end = __VERIFIER_nondet_int();
    int *value = malloc(sizeof *value);
    *value = __VERIFIER_nondet_int();
    if (at_end)
      add_tail(l, value);
    else
      add_head(l, value);
  }
  if (l->head && __VERIFIER_nondet_int())
    del(l, __VERIFIER_nondet_int() ? l->head : l->tail);
  unsigned long left = l->len;
  destroy(l);
  return left != 0;
}
