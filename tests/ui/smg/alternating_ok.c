// Black and white nodes in turn: who takes them in turn has a list of each colour.
//@ property: valid-memsafety,valid-memcleanup,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup, unreach-call)
//@ inputs: 1 1 1 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum colour { BLACK = 4, WHITE = 7 };
struct node {
  struct node *next;
  enum colour colour;
};

static void drop(struct node *list, enum colour colour) {
  while (list) {
    struct node *next = list->next;
    if (list->colour != colour)
      reach_error();
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  enum colour turn = BLACK;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->colour = turn;
    n->next = list;
    list = n;
    turn = turn == BLACK ? WHITE : BLACK;
  }
  struct node *black = NULL, *white = NULL;
  while (list) {
    struct node *n = list;
    list = n->next;
    turn = turn == BLACK ? WHITE : BLACK;
    if (turn == BLACK) {
      n->next = black;
      black = n;
    } else {
      n->next = white;
      white = n;
    }
  }
  drop(black, BLACK);
  drop(white, WHITE);
  return 0;
}
