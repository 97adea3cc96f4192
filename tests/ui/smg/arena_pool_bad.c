// The aligned pool goes to free; it never is the start of its block.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-free)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define POOL 128
#define SLOTS 3

union slot {
  union slot *next;
  char payload[16];
};
struct pool {
  struct pool *next;
  union slot *free;
  void *raw;
  union slot slots[SLOTS];
};

static struct pool *pool_new(struct pool *next) {
  char *raw = malloc(sizeof(struct pool) + POOL);
  struct pool *p = (struct pool *)(((uintptr_t)raw + POOL) & ~(uintptr_t)(POOL - 1));
  p->raw = raw;
  p->next = next;
  p->free = NULL;
  for (int i = 0; i < SLOTS; i++) {
    p->slots[i].next = p->free;
    p->free = &p->slots[i];
  }
  return p;
}

int main(void) {
  struct pool *pools = NULL;
  union slot *taken = NULL;
  int action;
  while ((action = __VERIFIER_nondet_int())) {
    if (action == 1) {
      if (!pools || !pools->free)
        pools = pool_new(pools);
      union slot *s = pools->free;
      pools->free = s->next;
      s->next = taken;
      taken = s;
    } else if (taken) {
      union slot *s = taken;
      struct pool *owner = (struct pool *)((uintptr_t)s & ~(uintptr_t)(POOL - 1));
      taken = s->next;
      s->next = owner->free;
      owner->free = s;
    }
  }
  assert(!taken || pools);
  while (pools) {
    struct pool *next = pools->next;
    free(pools); //~ BUG invalid-free
    pools = next;
  }
  return 0;
}
