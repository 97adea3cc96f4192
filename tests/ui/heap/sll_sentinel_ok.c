// A list with a sentinel head on the stack.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void delete_value(struct node *sentinel, int value) {
  for (struct node *p = sentinel; p->next;) {
    if (p->next->value == value) {
      struct node *gone = p->next;
      p->next = gone->next;
      free(gone);
    } else {
      p = p->next;
    }
  }
}

int main(void) {
  struct node sentinel = {-1, NULL};
  for (int i = 0; i < 8; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i % 3;
    n->next = sentinel.next;
    sentinel.next = n;
  }
  delete_value(&sentinel, 1);
  for (struct node *p = sentinel.next; p; p = p->next)
    printf("%d ", p->value);
  printf("\n");
  delete_value(&sentinel, 0);
  delete_value(&sentinel, 2);
  return sentinel.next == NULL;
}
