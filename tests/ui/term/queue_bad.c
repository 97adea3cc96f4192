// A queue that keeps pointing to an entry that was taken, when it was the last one.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 3 1 0 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
  int value;
  struct entry *next;
};

struct queue {
  struct entry *first, *last;
};

static void put(struct queue *queue, int value) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry)
    abort();
  entry->value = value;
  entry->next = 0;
  if (queue->last)
    queue->last->next = entry; //~ BUG use-after-free
  else
    queue->first = entry;
  queue->last = entry;
}

static void take(struct queue *queue) {
  struct entry *entry = queue->first;
  queue->first = entry->next;
  free(entry);
}

int main(void) {
  struct queue queue = {0, 0};
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds; i++)
    if (__VERIFIER_nondet_int())
      put(&queue, i);
    else if (queue.first)
      take(&queue);
  while (queue.first)
    take(&queue);
  return 0;
}
