// The arena, not the block around it, is read after the block was freed.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 5 0
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define ARENA 256

struct arena {
  struct arena *next;
  void *raw;
  long live;
};
struct object {
  long payload;
};

static struct arena *arena_new(struct arena *next) {
  char *raw = malloc(2 * ARENA);
  struct arena *a = (struct arena *)(((uintptr_t)raw + ARENA - 1) & ~(uintptr_t)(ARENA - 1));
  a->raw = raw;
  a->next = next;
  a->live = 0;
  return a;
}

static struct object *object_at(struct arena *a, unsigned i) {
  return (struct object *)((char *)a + sizeof *a) + i;
}

static struct arena *arena_of(struct object *o) {
  return (struct arena *)((uintptr_t)o & ~(uintptr_t)(ARENA - 1));
}

int main(void) {
  struct arena *arenas = NULL;
  long last = 0;
  while (__VERIFIER_nondet_int()) {
    arenas = arena_new(arenas);
    struct object *o = object_at(arenas, 3);
    o->payload = __VERIFIER_nondet_int();
    arena_of(o)->live = o->payload;
  }
  while (arenas) {
    struct arena *next = arenas->next;
    free(arenas->raw);
    last = arenas->live; //~ BUG use-after-free
    arenas = next;
  }
  return (int)last;
}
