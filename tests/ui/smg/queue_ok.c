// A queue with front and back; the back is reset when the queue runs empty.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ verdict[symex]: true(valid-memsafety)
//@ inputs: 1 5 1 6 2 2 1 7 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

struct queue {
  struct node *front, *back;
};

static void put(struct queue *q, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = NULL;
  if (q->back)
    q->back->next = n;
  else
    q->front = n;
  q->back = n;
}

static int get(struct queue *q) {
  struct node *n = q->front;
  int value = n->value;
  q->front = n->next;
  if (!q->front)
    q->back = NULL;
  free(n);
  return value;
}

int main(void) {
  struct queue q = {NULL, NULL};
  int value = 0, action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1)
      put(&q, __VERIFIER_nondet_int());
    else if (q.front)
      value = get(&q);
  }
  while (q.front)
    value = get(&q);
  return value;
}
