// Inserts input values into a sorted doubly linked list and checks its shape.
//
// After every insertion, following `next` and then `prev` must lead back, and the values
// must be in order. Both assertions hold for every input, and all memory is freed.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ inputs: 5 -3 9 5 0
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *prev;
  struct node *next;
};

static struct node *insert(struct node *list, int value) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  if (!list || list->value >= value) {
    fresh->prev = NULL;
    fresh->next = list;
    if (list)
      list->prev = fresh;
    return fresh;
  }
  struct node *before = list;
  while (before->next && before->next->value < value)
    before = before->next;
  fresh->prev = before;
  fresh->next = before->next;
  if (before->next)
    before->next->prev = fresh;
  before->next = fresh;
  return list;
}

static void check(const struct node *list) {
  for (const struct node *n = list; n && n->next; n = n->next) {
    assert(n->next->prev == n);
    assert(n->value <= n->next->value);
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 5; i++) {
    list = insert(list, __VERIFIER_nondet_int());
    check(list);
  }
  while (list) {
    struct node *next = list->next;
    printf("%d ", list->value);
    free(list);
    list = next;
  }
  printf("\n");
  return 0;
}
