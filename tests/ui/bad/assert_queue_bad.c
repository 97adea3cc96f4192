// A bounded queue is not first-in-first-out once it wraps around.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
#include <assert.h>

enum { ROOM = 4 };

static int slots[ROOM], head, count;

static void put(int v) {
  slots[(head + count) % ROOM] = v;
  count++;
}

static int get(void) {
  int v = slots[head];
  head = (head + 1) % (ROOM - 1);
  count--;
  return v;
}

int main(void) {
  int next = 0;
  for (int i = 0; i < 10; i++) {
    put(i);
    if (i % 2)
      continue;
    int v = get();
    assert(v == next); //~ BUG error-call
    next++;
  }
  return 0;
}
