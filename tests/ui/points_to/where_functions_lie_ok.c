// Nobody knows where functions lie, but that no two are at one place and none is at null.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
#include <assert.h>

static void first(void) {}
static void second(void) {}

typedef void function(void);
static function *both[2] = {first, second};

int main(void) {
  assert(both[0] != both[1]);
  assert(both[0] != 0 && both[0] == first);
  return 0;
}
