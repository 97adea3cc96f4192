// Empty structs, zero-length arrays and empty functions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct empty {};
struct tail {
  int n;
  int rest[0];
};

static struct empty pass(struct empty e) { return e; }
static void nothing(void) {}

int main(void) {
  struct empty a, b = pass(a);
  struct empty many[3];
  struct tail *t = malloc(sizeof *t + 2 * sizeof(int));
  t->n = 2;
  memcpy(many, &b, 0);
  memset(t + 1, 0, 0);
  nothing();
  printf("%zu %zu %zu %d\n", sizeof a, sizeof many, sizeof *t, t->n);
  free(t);
  return 0;
}
