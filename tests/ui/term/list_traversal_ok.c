// The walk over an acyclic list ends because the list does.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 4
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  struct node *next;
};

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  struct node *head = NULL;
  for (unsigned i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = head;
    head = fresh;
  }
  unsigned length = 0;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
    length++;
  }
  printf("%u\n", length);
  return length == n ? 0 : 1;
}
