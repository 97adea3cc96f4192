// A list whose elements own lists; everything is freed level by level.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>
#include <stdlib.h>

struct inner {
  struct inner *next;
};
struct outer {
  struct outer *next;
  struct inner *items;
};

int main(void) {
  struct outer *all = NULL;
  for (int i = 0; i < 4; i++) {
    struct outer *o = malloc(sizeof *o);
    o->items = NULL;
    for (int j = 0; j <= i; j++) {
      struct inner *n = malloc(sizeof *n);
      n->next = o->items;
      o->items = n;
    }
    o->next = all;
    all = o;
  }
  int count = 0;
  while (all) {
    struct outer *o = all;
    all = o->next;
    while (o->items) {
      struct inner *n = o->items;
      o->items = n->next;
      free(n);
      count++;
    }
    free(o);
  }
  printf("%d\n", count);
  return count;
}
