// malloc and free used with nothing but implicit builtin declarations.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ args: -std=gnu89
struct cell {
  int value;
  struct cell *next;
};

int main() {
  struct cell *c = (struct cell *)malloc(sizeof(struct cell));
  c->value = 12;
  c->next = 0;
  printf("%d\n", c->value);
  free(c);
  return 0;
}
