// A list of lists, each node of which owns a word, too: built, walked, and taken apart.
//@ property: termination, valid-memsafety
//@ verdict: true
//@ inputs: 2 1 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
};

struct box {
  struct item *items;
  int *mark;
  struct box *next;
};

int main(void) {
  struct box *boxes = 0;
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    struct box *box = malloc(sizeof *box);
    if (!box)
      abort();
    box->mark = malloc(sizeof *box->mark);
    if (!box->mark)
      abort();
    box->items = 0;
    box->next = boxes;
    boxes = box;
    int inside = __VERIFIER_nondet_int();
    for (int j = 0; j < inside; j++) {
      struct item *item = malloc(sizeof *item);
      if (!item)
        abort();
      item->next = box->items;
      box->items = item;
    }
  }
  for (struct box *box = boxes; box; box = box->next) {
    *box->mark = 0;
    for (struct item *item = box->items; item; item = item->next)
      *box->mark = 1;
  }
  while (boxes) {
    struct box *box = boxes;
    boxes = box->next;
    while (box->items) {
      struct item *item = box->items;
      box->items = item->next;
      free(item);
    }
    free(box->mark);
    free(box);
  }
  return 0;
}
