// The nodes of a list are counted again, while it is freed: there are no more of them than were made.
//@ property: no-overflow
//@ verdict: true
//@ verdict[symex]: true(no-overflow)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  short made = 0;
  while (made < 30000 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    made++;
  }
  int counted = 2147483647 - 30000;
  while (list) {
    struct node *node = list;
    list = node->next;
    free(node);
    counted++;
  }
  return counted < 0;
}
