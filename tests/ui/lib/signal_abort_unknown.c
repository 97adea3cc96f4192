// `abort` raises a signal, whose handler is not followed.
//@ property: unreach-call
//@ native: none the handler runs
//@ verdict: unknown
#include <signal.h>
#include <stdlib.h>

extern void reach_error(void);

struct node {
  struct node *next;
};

static void handler(int number) {
  if (number == SIGABRT)
    reach_error();
}

int main(void) {
  struct node *first = malloc(sizeof *first);
  if (!first)
    return 1;
  first->next = first;
  if (signal(SIGABRT, handler) == SIG_ERR)
    return 1;
  if (first->next->next == first)
    abort();
  free(first);
  return 0;
}
