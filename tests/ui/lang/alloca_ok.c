// alloca: memory that lives until the function returns, not the block.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

static int build(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *fresh = alloca(sizeof *fresh);
    fresh->value = i * i;
    fresh->next = head;
    head = fresh;
  }
  int t = 0;
  for (; head; head = head->next)
    t += head->value;
  return t;
}

int main(void) {
  char *text = alloca(6);
  strcpy(text, "stack");
  char *more = __builtin_alloca(3);
  memcpy(more, "ok", 3);
  printf("%s %s %d\n", text, more, build(10));
  return build(4);
}
