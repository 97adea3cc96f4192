// Insertion into a sorted singly linked list, then a check of the order.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(no-overflow, termination)
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *insert(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  if (!head || head->value >= value) {
    n->next = head;
    return n;
  }
  struct node *p = head;
  while (p->next && p->next->value < value)
    p = p->next;
  n->next = p->next;
  p->next = n;
  return head;
}

int main(void) {
  int values[] = {5, 1, 9, 3, 7, 3, 0};
  struct node *head = NULL;
  for (int i = 0; i < 7; i++)
    head = insert(head, values[i]);
  for (struct node *p = head; p->next; p = p->next)
    assert(p->value <= p->next->value);
  while (head) {
    struct node *next = head->next;
    printf("%d ", head->value);
    free(head);
    head = next;
  }
  printf("\n");
  return 0;
}
