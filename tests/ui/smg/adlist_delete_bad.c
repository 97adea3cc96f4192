// A list that knows its ends, its length and what to do with values; the iterator stands on the node that leaves.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 1 0 6 1 1 7 0 6 1
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

enum direction { FROM_HEAD, FROM_TAIL };

struct iter {
  struct cell *at;
  enum direction direction;
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
  l->len--;
}

static void rewind_to(struct list *l, struct iter *i, enum direction direction) {
  i->direction = direction;
  i->at = direction == FROM_HEAD ? l->head : l->tail;
}

static struct cell *step(struct iter *i) {
  if (i->at)
    i->at = i->direction == FROM_HEAD ? i->at->next : i->at->prev; //~ BUG use-after-free
  return i->at;
}

static void destroy(struct list *l) {
  struct cell *c = l->head;
  while (c) {
    struct cell *next = c->next;
    if (l->release)
      l->release(c->value);
    free(c);
    c = next;
  }
  free(l);
}

static void drop(void *value) { free(value); }

static int same(void *value, void *key) { return *(int *)value == *(int *)key; }

int main(void) {
  struct list *l = create();
  l->release = drop;
  l->match = same;
  while (__VERIFIER_nondet_int()) {
    int at_end = __VERIFIER_nondet_int();
    int *value = malloc(sizeof *value);
    *value = __VERIFIER_nondet_int();
    if (at_end)
      add_tail(l, value);
    else
      add_head(l, value);
  }
  int key = __VERIFIER_nondet_int(), found = 0;
  struct iter i;
  rewind_to(l, &i, __VERIFIER_nondet_int() ? FROM_HEAD : FROM_TAIL);
  struct cell *c;
  for (c = i.at; c; c = step(&i))
    if (l->match(c->value, &key)) {
      found = 1;
      del(l, c);
    }
  destroy(l);
  return found;
}
