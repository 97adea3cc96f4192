// An XOR-linked list: links are combined addresses, walked in both directions.
//@ property: valid-deref,valid-free
//@ verdict: true
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  uintptr_t link;
};

static struct node *step(const struct node *prev, const struct node *at) {
  return (struct node *)(at->link ^ (uintptr_t)prev);
}

int main(void) {
  struct node *first = NULL, *last = NULL;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->link = (uintptr_t)last;
    if (last)
      last->link ^= (uintptr_t)n;
    else
      first = n;
    last = n;
  }
  struct node *prev = NULL;
  for (struct node *at = last; at;) {
    struct node *next = step(prev, at);
    printf("%d ", at->value);
    prev = at;
    at = next;
  }
  printf("\n");
  uintptr_t before = 0;
  while (first) {
    struct node *next = (struct node *)(first->link ^ before);
    before = (uintptr_t)first;
    free(first);
    first = next;
  }
  return 0;
}
