// A node owns its text, or refers to a default that all share.
//@ property: valid-memsafety,valid-memcleanup
//@ verdict: true
//@ inputs: 1 1 1 0 1 1 0
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
    if (n->text != &standard)
      free(n->text);
    free(n);
  }
  return letter;
}
