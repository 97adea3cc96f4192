// The low bit of a link marks deleted nodes; it is masked before every use.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *untag(struct node *p) { return (struct node *)((uintptr_t)p & ~(uintptr_t)1); }
static struct node *tag(struct node *p) { return (struct node *)((uintptr_t)p | 1); }
static int tagged(struct node *p) { return (uintptr_t)p & 1; }

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 6; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n; n = untag(n->next))
    if (n->value % 2)
      n->next = tag(n->next);
  int alive = 0;
  while (head) {
    struct node *n = head;
    alive += !tagged(n->next);
    head = untag(n->next);
    free(n);
  }
  printf("%d\n", alive);
  return alive;
}
