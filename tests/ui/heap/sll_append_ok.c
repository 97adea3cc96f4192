// Appends to a singly linked list through a tail pointer, then frees it.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL, **tail = &head;
  for (int i = 0; i < 6; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i * i;
    n->next = NULL;
    *tail = n;
    tail = &n->next;
  }
  int sum = 0;
  while (head) {
    struct node *n = head;
    sum += n->value;
    head = n->next;
    free(n);
  }
  printf("%d\n", sum);
  return sum;
}
