// Distances of integers instead of links: the sum of an address and a distance is another object's address.
//@ verdict: true
//@ verdict[symex]: true(termination)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  uintptr_t to_next;
  int value;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  struct node *second = malloc(sizeof *second);
  if (!first || !second)
    exit(0);
  first->to_next = (uintptr_t)second - (uintptr_t)first;
  second->value = 1;
  struct node *next = (struct node *)((uintptr_t)first + first->to_next);
  next->value = 2;
  assert(second->value == 2);
  free(first);
  free(second);
  return 0;
}
