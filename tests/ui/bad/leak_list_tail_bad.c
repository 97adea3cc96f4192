// Cuts a list in the middle and loses the tail.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  head->next->next = NULL; //~ BUG leak
  free(head->next);
  free(head);
  return 0;
}
