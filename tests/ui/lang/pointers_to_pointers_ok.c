// Pointers to pointers: removal from a list through the address of the link.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void push(struct node **head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = *head;
  *head = n;
}

static void remove_if(struct node **link, int divisor) {
  while (*link) {
    struct node *n = *link;
    if (n->value % divisor == 0) {
      *link = n->next;
      free(n);
    } else {
      link = &n->next;
    }
  }
}

int main(void) {
  struct node *head = NULL;
  for (int i = 1; i <= 10; i++)
    push(&head, i);
  remove_if(&head, 2);
  remove_if(&head, 3);
  for (struct node *n = head; n; n = n->next)
    printf("%d ", n->value);
  printf("\n");
  remove_if(&head, 1);
  int x = 1, *p = &x, **pp = &p, ***ppp = &pp;
  ***ppp = 8;
  return x + (head == NULL);
}
