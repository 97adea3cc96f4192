// A list of lists; the items of a box are forgotten when it is freed.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
};

struct box {
  struct item *items;
  struct box *next;
};

int main(void) {
  struct box *boxes = 0;
  int count = __VERIFIER_nondet_int();
  for (int i = 0; i < count; i++) {
    struct box *box = malloc(sizeof *box);
    if (!box)
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
  while (boxes) {
    struct box *box = boxes;
    boxes = box->next;
    free(box); //~ BUG leak
  }
  return 0;
}
