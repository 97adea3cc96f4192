// The default is freed like a text of the node.
//@ property: valid-memsafety
//@ verdict: false(valid-free)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct text {
  char letters[8];
};
struct node {
  struct node *next;
  struct text *text;
};

static struct text standard = {"none"};

int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->text = &standard;
    if (__VERIFIER_nondet_int()) {
      n->text = malloc(sizeof *n->text);
      n->text->letters[0] = 'x';
    }
    n->next = head;
    head = n;
  }
  int letter = head ? head->text->letters[0] : 0;
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n->text); //~ BUG invalid-free
    free(n);
  }
  return letter;
}
