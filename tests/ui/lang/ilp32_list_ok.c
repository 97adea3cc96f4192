// A linked list and a struct by value in the ilp32 data model.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ data-model: ilp32
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long long value;
};
struct pair {
  int a;
  char b;
};

static struct pair twist(struct pair p) { return (struct pair){p.b, (char)p.a}; }

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = 1ll << (i * 10);
    n->next = head;
    head = n;
  }
  long long total = 0;
  while (head) {
    struct node *n = head;
    head = n->next;
    total += n->value;
    free(n);
  }
  printf("%lld %zu\n", total, sizeof(struct node));
  struct pair p = twist((struct pair){65, 7});
  printf("%d %c\n", p.a, p.b);
  return p.a;
}
