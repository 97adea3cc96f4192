// A circular list with a sentinel, of which the first round frees everything but the sentinel.
//@ property: valid-memsafety
//@ verdict: false
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
  struct link *next, *prev;
};

struct item {
  int value;
  struct link link;
};

int main(void) {
  struct link *head = malloc(sizeof *head);
  head->next = head->prev = head;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->link.next = head;
    n->link.prev = head->prev;
    head->prev->next = &n->link;
    head->prev = &n->link;
  }
  for (struct link *at = head->next; at != head;) {
    struct link *next = at->next;
    free((char *)at - offsetof(struct item, link));
    at = next;
  }
  return 0;
}
