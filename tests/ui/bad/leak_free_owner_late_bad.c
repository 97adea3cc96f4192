// The owner is freed and never used again: its member is lost there, also when the run goes on for long.
//@ verdict: false(valid-memtrack)
//@ verdict[chc]: true(unreach-call, no-overflow)
//@ verdict[explore]: true(termination) false(valid-memsafety)
//@ verdict[smg]: true(unreach-call) false(valid-memsafety)
//@ verdict[symex]: true(unreach-call, no-overflow, termination)
#include <stdlib.h>

struct entry {
  char *key;
};

static struct entry *entry;

int main(void) {
  entry = malloc(sizeof *entry);
  entry->key = malloc(8);
  free(entry); //~ BUG leak
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 20000; i++)
    sum += i;
  return 0;
}
