// The nodes of a list are counted again, while it is freed; the counter begins one too high.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
//@ inputs: 1 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  short made = 0;
  while (made < 4 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    made++;
  }
  int counted = 2147483647 - 3;
  while (list) {
    struct node *node = list;
    list = node->next;
    free(node);
    counted++; //~ BUG signed-overflow
  }
  return counted < 0;
}
