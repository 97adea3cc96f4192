// Each turn of a loop has a compound literal of its own; the one before is dead.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none it does not mark the end of a compound literal's life
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    head = &(struct node){head, i};
    for (struct node *n = head; n; n = n->next)
      sum += n->value; //~ BUG use-after-scope
  }
  return sum;
}
