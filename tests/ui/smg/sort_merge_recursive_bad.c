// The recursion takes it for granted that there are two nodes.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
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

static struct node *merge(struct node *a, struct node *b) {
  struct node *merged = NULL, **end = &merged;
  while (a && b) {
    struct node **least = a->value <= b->value ? &a : &b;
    *end = *least;
    end = &(*end)->next;
    *least = (*least)->next;
  }
  *end = a ? a : b;
  return merged;
}

static struct node *sort(struct node *list) {
  if (!list)
    return list;
  struct node *slow = list, *fast = list->next->next; //~ BUG null-deref
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(second));
}

int main(void) {
  struct node *list = sort(build());
  int least = list ? list->value : 0;
  destroy(list);
  return least;
}
