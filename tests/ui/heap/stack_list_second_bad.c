// A callee gives back the second node of a list on the caller's stack, which the caller hands on when it returns.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
//@ native: none nobody looks at the stack behind its end
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  struct node *next;
  int value;
};

static struct node *second(struct node *list) { return list ? list->next : 0; }

static struct node *build(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_bool()) {
    struct node *node = __builtin_alloca(sizeof *node);
    node->next = list;
    list = node;
  }
  return second(list);
}

int main(void) {
  struct node *node = build();
  if (node)
    node->value = 1; //~ BUG use-after-scope
  return 0;
}
