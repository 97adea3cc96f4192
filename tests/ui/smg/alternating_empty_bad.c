// Black and white in turn in both lists, but between them two of a kind may meet, if the middle one is short.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 0 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum colour { BLACK = 1, WHITE = 2 };
struct node {
  struct node *next;
  enum colour colour;
};

int main(void) {
  struct node *list = NULL;
  enum colour turn = BLACK;
  for (int part = 0; part < 2; part++) {
    while (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->colour = turn;
      n->next = list;
      list = n;
      turn = turn == BLACK ? WHITE : BLACK;
    }
    if (part == 0 && list && list->next)
      turn = WHITE;
  }
  for (struct node *n = list; n && n->next; n = n->next)
    if (n->colour == n->next->colour)
      reach_error(); //~ BUG error-call
  return 0;
}
