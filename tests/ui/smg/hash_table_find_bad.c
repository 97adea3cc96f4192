// What was not found is read all the same.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 7 0 6
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 8

struct entry {
  unsigned key;
  struct entry *next;
};

static struct entry *find(struct entry **table, unsigned key) {
  struct entry *e = table[key % BUCKETS];
  while (e && e->key != key)
    e = e->next;
  return e;
}

int main(void) {
  struct entry *table[BUCKETS] = {NULL};
  while (__VERIFIER_nondet_int()) {
    unsigned key = (unsigned)__VERIFIER_nondet_int();
    if (find(table, key))
      continue;
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = table[key % BUCKETS];
    table[key % BUCKETS] = e;
  }
  struct entry *found = find(table, (unsigned)__VERIFIER_nondet_int());
  int result = (int)found->key; //~ BUG null-deref
  for (int i = 0; i < BUCKETS; i++)
    while (table[i]) {
      struct entry *e = table[i];
      table[i] = e->next;
      free(e);
    }
  return result;
}
