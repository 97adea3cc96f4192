// A copy loop of the program's own reads every byte, and both sides then hold what was read.
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
#include <assert.h>

struct record {
  short id;
  long weight;
  char flags[3];
};

static void copy(void *to, const void *from, unsigned long size) {
  char *target = to;
  const char *source = from;
  for (unsigned long i = 0; i < size; i++)
    target[i] = source[i];
}

int main(void) {
  struct record a, b, c;
  copy(&b, &a, sizeof a);
  assert(b.weight == a.weight);
  c = b;
  assert(c.id == a.id);
  assert(c.flags[2] == a.flags[2]);
  return 0;
}
