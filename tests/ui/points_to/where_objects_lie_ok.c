// Bytes of different objects have different addresses; nothing else is known of where they lie.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
#include <assert.h>
#include <stdlib.h>

int first, second;
int *some[2] = {&first, &second};

int main(void) {
  int local;
  int *block = malloc(sizeof *block);
  if (!block)
    return 0;
  assert(some[0] != some[1]);
  assert(&local != some[0] && block != &local && block != some[1]);
  assert(some[0] + 1 > some[0]);
  free(block);
  return 0;
}
