// A ring buffer that grows when it is full.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct ring {
  int *slots;
  unsigned room, head, count;
};

static void put(struct ring *r, int v) {
  if (r->count == r->room) {
    unsigned room = r->room ? 2 * r->room : 2;
    int *fresh = malloc(room * sizeof *fresh);
    for (unsigned i = 0; i < r->count; i++)
      fresh[i] = r->slots[(r->head + i) % r->room];
    free(r->slots);
    r->slots = fresh;
    r->room = room;
    r->head = 0;
  }
  r->slots[(r->head + r->count++) % r->room] = v;
}

static int get(struct ring *r) {
  int v = r->slots[r->head];
  r->head = (r->head + 1) % r->room;
  r->count--;
  return v;
}

int main(void) {
  struct ring r = {0};
  int out = 0;
  for (int i = 1; i <= 10; i++) {
    put(&r, i);
    put(&r, -i);
    out += get(&r);
  }
  printf("%d %u %u\n", out, r.count, r.room);
  free(r.slots);
  return (int)r.room;
}
