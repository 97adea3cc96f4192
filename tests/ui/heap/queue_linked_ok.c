// A linked FIFO queue that becomes empty and is used again.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
  struct cell *next;
  int value;
};
struct queue {
  struct cell *front, *back;
};

static void enqueue(struct queue *q, int v) {
  struct cell *c = malloc(sizeof *c);
  c->value = v;
  c->next = NULL;
  if (q->back)
    q->back->next = c;
  else
    q->front = c;
  q->back = c;
}

static int dequeue(struct queue *q) {
  struct cell *c = q->front;
  assert(c);
  int v = c->value;
  q->front = c->next;
  if (!q->front)
    q->back = NULL;
  free(c);
  return v;
}

int main(void) {
  struct queue q = {NULL, NULL};
  for (int round = 1; round < 4; round++) {
    for (int i = 0; i < round; i++)
      enqueue(&q, round * 10 + i);
    while (q.front)
      printf("%d ", dequeue(&q));
  }
  printf("\n");
  return q.back == NULL;
}
