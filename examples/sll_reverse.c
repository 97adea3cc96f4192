// Builds a list whose length the input decides, reverses it in place, frees it.
//
// Memory safe, without a leak, for every input: each node is reachable from `list`,
// `reversed` or `node` at every moment, and freed exactly once.
//@ property: valid-memsafety
//@ verdict: true
//@ inputs: 1 1 1 0
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  int length = 0;
  while (length < 1000 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = length++;
    node->next = list;
    list = node;
  }
  return list;
}

static struct node *reverse(struct node *list) {
  struct node *reversed = NULL;
  while (list) {
    struct node *node = list;
    list = node->next;
    node->next = reversed;
    reversed = node;
  }
  return reversed;
}

int main(void) {
  struct node *list = reverse(build());
  int expected = 0;
  while (list) {
    struct node *node = list;
    list = node->next;
    if (node->value != expected++)
      printf("out of order\n");
    free(node);
  }
  printf("%d nodes\n", expected);
  return 0;
}
