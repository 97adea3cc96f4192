// The owner is freed first, and then read for the member that it owned: the read is the mistake, not the lost member.
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
#include <stdlib.h>

struct entry {
  char *key;
  int hits;
};

static struct entry *make(void) {
  struct entry *entry = malloc(sizeof *entry);
  entry->key = malloc(8);
  entry->hits = 0;
  return entry;
}

int main(void) {
  struct entry *entry = make();
  free(entry);
  free(entry->key); //~ BUG use-after-free
  return 0;
}
