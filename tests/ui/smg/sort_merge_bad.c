// With no run at all there is none to begin with.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
struct run {
  struct node *nodes;
  struct run *next;
};

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

static void merge_pairs(struct run *r) {
  while (r && r->next) {
    struct run *second = r->next;
    r->nodes = merge(r->nodes, second->nodes);
    r->next = second->next;
    free(second);
    r = r->next;
  }
}

int main(void) {
  struct run *runs = NULL;
  while (__VERIFIER_nondet_int()) {
    struct run *r = malloc(sizeof *r);
    r->nodes = malloc(sizeof *r->nodes);
    r->nodes->value = __VERIFIER_nondet_int();
    r->nodes->next = NULL;
    r->next = runs;
    runs = r;
  }
  while (runs->next) //~ BUG null-deref
    merge_pairs(runs);
  struct node *sorted = runs->nodes;
  free(runs);
  int least = sorted->value;
  while (sorted) {
    struct node *next = sorted->next;
    free(sorted);
    sorted = next;
  }
  return least;
}
