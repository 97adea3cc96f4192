// Black and white nodes in turn, except that somebody who adds another one does not look at the last.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum colour { BLACK = 4, WHITE = 7 };
struct node {
  struct node *next;
  enum colour colour;
};

static struct node *push(struct node *list, enum colour colour) {
  struct node *n = malloc(sizeof *n);
  n->colour = colour;
  n->next = list;
  return n;
}

int main(void) {
  struct node *list = NULL;
  enum colour turn = BLACK;
  while (__VERIFIER_nondet_int()) {
    list = push(list, turn);
    turn = turn == BLACK ? WHITE : BLACK;
  }
  list = push(list, BLACK);
  for (struct node *n = list; n->next; n = n->next)
    if (n->colour == n->next->colour)
      reach_error(); //~ BUG error-call
  return 0;
}
