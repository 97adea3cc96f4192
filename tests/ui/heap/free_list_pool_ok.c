// A fixed pool that links its free slots through the slots themselves.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

union slot {
  union slot *next_free;
  struct {
    int a, b;
  } object;
};

struct pool {
  union slot *memory, *free;
};

static void *get(struct pool *p) {
  union slot *s = p->free;
  if (s)
    p->free = s->next_free;
  return s;
}

static void put(struct pool *p, void *o) {
  union slot *s = o;
  s->next_free = p->free;
  p->free = s;
}

int main(void) {
  struct pool p = {malloc(4 * sizeof(union slot)), NULL};
  for (int i = 0; i < 4; i++)
    put(&p, &p.memory[i]);
  union slot *x = get(&p), *y = get(&p);
  x->object.a = 1;
  y->object.a = 2;
  put(&p, x);
  union slot *z = get(&p);
  printf("%d\n", z == x);
  int left = 0;
  while (get(&p))
    left++;
  printf("%d %d\n", left, y->object.a);
  free(p.memory);
  return left;
}
