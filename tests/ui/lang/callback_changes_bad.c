// Its twin closes what was never opened.
//@ property: unreach-call
//@ inputs: 1 0
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct event {
  struct event *next;
  void (*handle)(struct event *);
  int number;
};

static int opened, closed;

static void open_it(struct event *event) {
  if (opened == closed)
    opened++;
  event->number = opened;
}

static void close_it(struct event *event) {
  closed++;
  printf("%d %d\n", event->number, closed);
}

int main(void) {
  struct event *queue = NULL;
  while (opened < 1000 && __VERIFIER_nondet_int()) {
    struct event *event = malloc(sizeof *event);
    if (!event)
      break;
    event->next = queue;
    event->handle = __VERIFIER_nondet_int() ? open_it : close_it;
    event->number = 0;
    queue = event;
    event->handle(event);
    if (opened - closed != 0 && opened - closed != 1)
      reach_error(); //~ BUG error-call
  }
  while (queue) {
    struct event *next = queue->next;
    free(queue);
    queue = next;
  }
  return 0;
}
