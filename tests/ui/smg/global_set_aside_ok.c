// Functions that cannot name a global work on what it holds all the same: through arguments, through pointers that an
// initialiser holds, and through functions that a pointer leads to.
//@ property: valid-memsafety,valid-memcleanup,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int value;
};

static struct node *list;
static int number = 1;
static int *direct = &number;
static int **indirect = &direct;
static struct {
  int unused;
  int *where;
} table = {0, &number};

static struct node *cons(struct node *tail) {
  struct node *n = malloc(sizeof *n);
  n->next = tail;
  n->value = 7;
  return n;
}

static void raise(struct node *n) {
  for (; n; n = n->next)
    n->value++;
}

static int twice(void) { return **indirect; }

static int through(const void *given) { return **(int *const *)given; }

static void set(void) { number = 4; }

static int last(void) { return number; }

static int call(int (*get)(void)) {
  set();
  return get();
}

static void drop(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

int main(void) {
  while (__VERIFIER_nondet_int())
    list = cons(list);
  raise(list);
  for (struct node *n = list; n; n = n->next)
    if (n->value != 8)
      reach_error();
  number = 2;
  if (twice() != 2)
    reach_error();
  number = 3;
  if (through(&table.where) != 3 || through(&direct) != 3)
    reach_error();
  if (call(last) != 4 || number != 4)
    reach_error();
  drop(list);
  return 0;
}
