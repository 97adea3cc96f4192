// Arenas in a list: a block is cut from the first one without a look at what is left of it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ inputs: 1 1 200 1 200 1 200 0 0
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define ALIGNMENT 8
#define ROOM 256

struct arena {
  struct arena *next;
  char *base, *limit, *avail;
};
struct pool {
  struct pool *next;
  struct arena *arenas;
};

static char *aligned(char *p) {
  return (char *)(((uintptr_t)p + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

static struct arena *arena_new(struct arena *next) {
  struct arena *a = malloc(sizeof *a + ROOM + ALIGNMENT);
  a->base = a->avail = aligned((char *)(a + 1));
  a->limit = a->base + ROOM;
  a->next = next;
  return a;
}

static char *allocate(struct pool *pool, unsigned size) {
  size = (size + ALIGNMENT - 1) & ~(unsigned)(ALIGNMENT - 1);
  struct arena *a = pool->arenas;
  if (!a)
    a = pool->arenas = arena_new(a);
  char *block = a->avail;
  a->avail += size;
  return block;
}

static void pool_free(struct pool *pool) {
  while (pool->arenas) {
    struct arena *a = pool->arenas;
    pool->arenas = a->next;
    free(a);
  }
  free(pool);
}

int main(void) {
  struct pool *pools = NULL;
  while (__VERIFIER_nondet_int()) {
    struct pool *pool = malloc(sizeof *pool);
    pool->arenas = NULL;
    pool->next = pools;
    pools = pool;
    while (__VERIFIER_nondet_int()) {
      int size = __VERIFIER_nondet_int();
      if (size < 1 || size > ROOM)
        break;
      *allocate(pool, (unsigned)size) = 1; //~ BUG out-of-bounds
    }
  }
  while (pools) {
    struct pool *next = pools->next;
    pool_free(pools);
    pools = next;
  }
  return 0;
}
