// Whatever is no list is freed as a text, numbers too.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
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
    if (c->tag != LIST)
      free(c->as.text); //~ BUG invalid-free
    else
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
      c->as.number = __VERIFIER_nondet_int();
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
  int tag = all ? (int)all->tag : 0;
  destroy(all);
  return tag;
}
