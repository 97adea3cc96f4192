// Links stack nodes of a callee into a list of the caller.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
struct node {
  int value;
  struct node *next;
};

static void push(struct node **head, int value) {
  struct node n = {value, *head};
  *head = &n;
}

int main(void) {
  struct node *head = 0;
  push(&head, 1);
  return head->value; //~ BUG use-after-scope
}
