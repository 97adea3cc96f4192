// Insertion sort of a list: every node is moved to its place in a second one.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, valid-memcleanup)
//@ inputs: 1 5 1 9 1 2 1 6 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *build(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static struct node *sort(struct node *list) {
  struct node *sorted = NULL;
  while (list) {
    struct node *n = list;
    list = n->next;
    struct node **at = &sorted;
    while (*at && (*at)->value < n->value)
      at = &(*at)->next;
    n->next = *at;
    *at = n;
  }
  return sorted;
}

int main(void) {
  struct node *list = sort(build());
  int least = list ? list->value : 0;
  destroy(list);
  return least;
}
