// The number of the bucket may be that of the buckets.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 4 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hnode {
  struct hnode *next, **pprev;
};

static void hlist_add(struct hnode *n, struct hnode **head) {
  n->next = *head; //~ BUG out-of-bounds
  if (n->next)
    n->next->pprev = &n->next;
  *head = n;
  n->pprev = head;
}

static void hlist_del(struct hnode *n) {
  *n->pprev = n->next;
  if (n->next)
    n->next->pprev = n->pprev;
}

#define BUCKETS 4

struct entry {
  struct hnode node;
  unsigned key;
};

int main(void) {
  struct hnode *table[BUCKETS] = {NULL};
  while (__VERIFIER_nondet_int()) {
    struct entry *e = malloc(sizeof *e);
    e->key = (unsigned)__VERIFIER_nondet_int();
    hlist_add(&e->node, &table[e->key % (BUCKETS + 1)]);
  }
  unsigned last = 0;
  for (int i = 0; i < BUCKETS; i++)
    while (table[i]) {
      struct entry *e = (struct entry *)table[i];
      last = e->key;
      hlist_del(&e->node);
      free(e);
    }
  return (int)last;
}
