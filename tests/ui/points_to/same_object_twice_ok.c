// In `set` a field of one object may be another field of the other: how far the objects are apart depends on the caller.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>

struct triple {
  int a, b, c;
};

static int set(struct triple *x, struct triple *y, int which) {
  int *place = which ? &x->a : &y->b;
  *place = 0;
  x->c = 1;
  y->c = 2;
  return x->c;
}

int main(void) {
  struct triple one = {0}, two = {0};
  assert(set(&one, &two, 0) == 1);
  assert(set(&one, &one, 1) == 2);
  return one.a + two.b;
}
