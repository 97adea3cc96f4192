// A list whose nodes know the link that leads to them, so that any node can leave.
//@ property: valid-memsafety,unreach-call
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ inputs: 1 1 1 0 1 0
#include <assert.h>
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
  n->pprev = head;
}

static void hlist_del(struct hnode *n) {
  *n->pprev = n->next;
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
    assert(n->pprev == &head);
    hlist_del(n);
    free(n);
  }
  return 0;
}
