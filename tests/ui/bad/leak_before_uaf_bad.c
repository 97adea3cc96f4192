// A block is lost before another one is used after its end: the loss comes first.
//@ verdict: false(valid-memtrack)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
//@ native: none AddressSanitizer ends the program before it looks for leaks
#include <stdlib.h>

struct entry {
  char *key;
};

int main(void) {
  struct entry *entry = malloc(sizeof *entry);
  entry->key = malloc(8);
  entry->key = malloc(16); //~ BUG leak
  free(entry);
  free(entry->key);
  return 0;
}
