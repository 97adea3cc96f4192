// Allocates for ever and keeps everything.
//@ property: termination
//@ verdict: false(termination)
//@ native: none it runs for ever
#include <stdlib.h>

struct node {
  struct node *next;
  char payload[1000];
};

static struct node *all;

int main(void) {
  for (;;) { //~ BUG non-termination
    struct node *n = malloc(sizeof *n);
    n->next = all;
    all = n;
  }
}
