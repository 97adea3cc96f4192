// The owner is freed twice; that its member is lost with it says less.
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
#include <stdlib.h>

struct entry {
  char *key;
};

int main(void) {
  struct entry *entry = malloc(sizeof *entry);
  entry->key = malloc(8);
  free(entry);
  free(entry); //~ BUG double-free
  return 0;
}
