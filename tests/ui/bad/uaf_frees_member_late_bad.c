// Long after the owner of a list is freed, it is used: until then somebody could have thought of the list.
//@ verdict: false(valid-deref)
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct node {
  struct node *next;
};

struct queue {
  struct node *first;
};

int main(void) {
  struct queue *queue = malloc(sizeof *queue);
  queue->first = malloc(sizeof(struct node));
  queue->first->next = NULL;
  free(queue);
  unsigned sum = 0;
  for (unsigned i = 0; i < 20000; i++)
    sum += i;
  if (sum)
    free(queue->first); //~ BUG use-after-free
  return 0;
}
