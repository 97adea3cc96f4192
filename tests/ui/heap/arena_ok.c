// An arena: many small objects in few blocks, all freed together.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct block {
  struct block *next;
  size_t used;
  _Alignas(16) char data[64];
};
struct arena {
  struct block *blocks;
  int count;
};
struct pair {
  int a;
  struct pair *other;
};

static void *take(struct arena *a, size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (!a->blocks || a->blocks->used + n > sizeof a->blocks->data) {
    struct block *b = malloc(sizeof *b);
    b->next = a->blocks;
    b->used = 0;
    a->blocks = b;
    a->count++;
  }
  void *p = a->blocks->data + a->blocks->used;
  a->blocks->used += n;
  return p;
}

int main(void) {
  struct arena a = {NULL, 0};
  struct pair *last = NULL;
  for (int i = 0; i < 10; i++) {
    struct pair *p = take(&a, sizeof *p);
    p->a = i;
    p->other = last;
    last = p;
  }
  int sum = 0;
  for (; last; last = last->other)
    sum += last->a;
  printf("%d %d\n", sum, a.count);
  while (a.blocks) {
    struct block *b = a.blocks;
    a.blocks = b->next;
    free(b);
  }
  return sum;
}
