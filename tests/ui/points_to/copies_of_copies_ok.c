// What is copied as a whole is known by its fields.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
#include <assert.h>
#include <string.h>

struct point {
  int x, y;
  int *who;
};

int main(void) {
  int mark = 0;
  struct point start = {1, 2, &mark};
  struct point between = start;
  struct point end;
  memcpy(&end, &between, sizeof end);
  *end.who = end.x + end.y;
  assert(mark == 3);
  memset(&end, 0, sizeof end);
  assert(end.who == 0 && end.y == 0);
  return 0;
}
