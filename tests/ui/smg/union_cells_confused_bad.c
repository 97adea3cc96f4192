// The number in a cell is taken for the address of a text.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 5 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum tag { NUMBER = 1, TEXT, LIST };

struct cell {
  enum tag tag;
  union {
    long number;
    char *text;
    struct cell *list;
  } as;
  struct cell *next;
};

static void destroy(struct cell *c) {
  while (c) {
    struct cell *next = c->next;
    if (c->tag == TEXT)
      free(c->as.text);
    else if (c->tag == LIST)
      destroy(c->as.list);
    free(c);
    c = next;
  }
}

int main(void) {
  struct cell *all = NULL;
  while (__VERIFIER_nondet_int()) {
    struct cell *c = malloc(sizeof *c);
    switch (__VERIFIER_nondet_int()) {
    case 1:
      c->tag = NUMBER;
      c->as.number = 1000000 + (__VERIFIER_nondet_int() & 255);
      break;
    case 2:
      c->tag = TEXT;
      c->as.text = malloc(8);
      c->as.text[0] = 0;
      break;
    default:
      c->tag = LIST;
      c->as.list = all;
      all = NULL;
      break;
    }
    c->next = all;
    all = c;
  }
  int tag = 0;
  if (all && all->tag != LIST)
    tag = all->as.text[0]; //~ BUG wild-deref
  destroy(all);
  return tag;
}
