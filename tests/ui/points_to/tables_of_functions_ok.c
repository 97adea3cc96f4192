// Which function a pointer in memory leads to is known.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
#include <assert.h>

struct operations {
  int (*open)(int);
  int (*close)(int);
};

static int opened;

static int do_open(int by) {
  opened += by;
  return opened;
}

static int do_close(int by) {
  opened -= by;
  return opened;
}

static const struct operations usual = {do_open, do_close};
static struct operations current;

int main(void) {
  current = usual;
  assert(current.open(2) == 2);
  assert(current.close(2) == 0);
  current.close = current.open;
  assert(current.close(1) == 1);
  assert(current.open == do_open && current.open != do_close);
  return 0;
}
