// The run goes on after the loss, and asks for more: how far its inputs reach is another matter than where it is told to end.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0 0 9
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *table[8] = {0};
  for (;;) {
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 7)
      break;
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    table[at] = node; //~ BUG leak
  }
  for (int i = 0; i < 8; i++)
    free(table[i]);
  return 0;
}
