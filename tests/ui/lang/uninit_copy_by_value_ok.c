// Uninitialised members travel with structs that are passed and returned by value, bit fields included.
//@ verdict: true
//@ verdict[chc]: true(no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, no-overflow)
#include <assert.h>
#include <stdlib.h>

struct big {
  long key;
  unsigned low : 3, high : 9;
  char name[40];
};

static struct big with_key(struct big given, long key) {
  given.key = key;
  return given;
}

static char last(struct big given) { return given.name[39]; }

int main(void) {
  struct big *old = malloc(sizeof *old);
  struct big new = with_key(*old, 3);
  assert(new.key == 3);
  assert(new.name[17] == old->name[17]);
  assert(last(new) == last(*old));
  assert(new.high == old->high);
  old->low = 5;
  assert(old->low == 5);
  assert(new.high == old->high);
  free(old);
  return 0;
}
