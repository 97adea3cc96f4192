// A doubly linked list: insertion in the middle, removal at both ends.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *prev, *next;
  int value;
};

static struct node *insert_after(struct node *p, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->prev = p;
  n->next = p ? p->next : NULL;
  if (n->next)
    n->next->prev = n;
  if (p)
    p->next = n;
  return n;
}

static struct node *unlink_node(struct node *head, struct node *n) {
  if (n->prev)
    n->prev->next = n->next;
  else
    head = n->next;
  if (n->next)
    n->next->prev = n->prev;
  free(n);
  return head;
}

int main(void) {
  struct node *head = insert_after(NULL, 1);
  struct node *last = insert_after(head, 4);
  insert_after(head, 3);
  insert_after(head, 2);
  for (struct node *p = head; p->next; p = p->next)
    assert(p->next->prev == p && p->value + 1 == p->next->value);
  head = unlink_node(head, last);
  head = unlink_node(head, head);
  while (head) {
    printf("%d ", head->value);
    head = unlink_node(head, head);
  }
  printf("\n");
  return 0;
}
