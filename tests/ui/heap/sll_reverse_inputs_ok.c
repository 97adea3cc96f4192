// A list of input-chosen length is reversed in place and freed.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: 1 1 1 0
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  unsigned count = 0;
  while (__VERIFIER_nondet_int() && count < 1000) {
    struct node *n = malloc(sizeof *n);
    n->value = (int)count++;
    n->next = head;
    head = n;
  }
  struct node *reversed = NULL;
  while (head) {
    struct node *n = head;
    head = n->next;
    n->next = reversed;
    reversed = n;
  }
  while (reversed) {
    struct node *n = reversed;
    reversed = n->next;
    printf("%d ", n->value);
    free(n);
  }
  printf("\n");
  return (int)(count % 100);
}
