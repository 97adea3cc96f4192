// A circular list solves the Josephus problem.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

struct node {
  int id;
  struct node *next;
};

int main(void) {
  struct node *last = malloc(sizeof *last);
  last->id = 1;
  last->next = last;
  for (int i = 2; i <= 10; i++) {
    struct node *n = malloc(sizeof *n);
    n->id = i;
    n->next = last->next;
    last->next = n;
    last = n;
  }
  while (last->next != last) {
    last = last->next->next;
    struct node *gone = last->next;
    last->next = gone->next;
    printf("%d ", gone->id);
    free(gone);
  }
  int survivor = last->id;
  free(last);
  printf("\n");
  return survivor;
}
