// Pointers in memory lead to objects that are there once: locals, globals and blocks of the heap.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
  int value;
};
struct outer {
  int tag;
  struct inner *at;
};

static struct inner global;

int main(void) {
  struct inner local = {1};
  struct inner *block = malloc(sizeof *block);
  if (!block)
    return 0;
  block->value = 2;
  struct outer all[3] = {{10, &local}, {20, block}, {30, &global}};
  struct outer *chosen = __VERIFIER_nondet_int() ? &all[0] : &all[1];
  chosen->at->value += chosen->tag;
  assert(local.value + block->value == 13 || local.value + block->value == 23);
  all[2].at->value = 5;
  assert(global.value == 5);
  free(block);
  return 0;
}
