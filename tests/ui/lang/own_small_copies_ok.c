// Copies of a few bytes are compiled to moves: the program's own memcpy is not called for them.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>
#include <stddef.h>
extern void reach_error(void);
void *memcpy(void *to, const void *from, size_t n) {
  reach_error();
  return to;
}
struct pair {
  long a, b;
};
int main(void) {
  int x = 7, y = 0;
  struct pair p = {1, 2}, q;
  memcpy(&y, &x, sizeof y);
  q = p;
  assert(y == 7 && q.b == 2);
  return 0;
}
