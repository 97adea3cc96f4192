// Merge sort of a singly linked list, recursively.
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

static struct node *merge(struct node *a, struct node *b) {
  struct node anchor = {0, NULL}, *tail = &anchor;
  while (a && b) {
    struct node **from = a->value <= b->value ? &a : &b;
    tail->next = *from;
    *from = (*from)->next;
    tail = tail->next;
  }
  tail->next = a ? a : b;
  return anchor.next;
}

static struct node *sort(struct node *l) {
  if (!l || !l->next)
    return l;
  struct node *slow = l, *fast = l->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return merge(sort(l), sort(second));
}

int main(void) {
  struct node *l = NULL;
  for (int i = 0; i < 9; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i * 7 % 9;
    n->next = l;
    l = n;
  }
  l = sort(l);
  while (l) {
    struct node *n = l;
    printf("%d ", n->value);
    l = l->next;
    free(n);
  }
  printf("\n");
  return 0;
}
