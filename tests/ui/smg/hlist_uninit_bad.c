// A new node is not told which link leads to it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hnode {
  struct hnode *next, **pprev;
};

static void hlist_add(struct hnode *n, struct hnode **head) {
  n->next = *head;
  if (n->next)
    n->next->pprev = &n->next;
  *head = n;
}

static void hlist_del(struct hnode *n) {
  *n->pprev = n->next; //~ BUG uninit-deref
  if (n->next)
    n->next->pprev = n->pprev;
}

int main(void) {
  struct hnode *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct hnode *n = malloc(sizeof *n);
    hlist_add(n, &head);
  }
  struct hnode *at = head;
  while (at && __VERIFIER_nondet_int())
    at = at->next;
  if (at) {
    hlist_del(at);
    free(at);
  }
  while (head) {
    struct hnode *n = head;
    hlist_del(n);
    free(n);
  }
  return 0;
}
