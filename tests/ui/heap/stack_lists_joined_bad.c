// A list on the stack of one function is appended to a list on the stack of another, and outlived by it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0 1 0
//@ native: none nobody looks at the stack behind its end
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  struct node *next;
  int value;
};

static void append(struct node *list, struct node *more) {
  while (list->next)
    list = list->next;
  list->next = more;
}

static void lengthen(struct node *list) {
  struct node *more = 0;
  while (__VERIFIER_nondet_bool()) {
    struct node *node = __builtin_alloca(sizeof *node);
    node->next = more;
    more = node;
  }
  append(list, more);
}

int main(void) {
  struct node *list = 0;
  do {
    struct node *node = __builtin_alloca(sizeof *node);
    node->next = list;
    list = node;
  } while (__VERIFIER_nondet_bool());
  lengthen(list);
  for (struct node *at = list; at; at = at->next)
    at->value = 1; //~ BUG use-after-scope
  return 0;
}
