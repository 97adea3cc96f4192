// A pointer to a function without prototype is called with the right arguments.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
int printf(const char *, ...);

static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int none() { return 7; }

int main(void) {
  int (*f)() = three;
  int (*g)() = none;
  printf("%d %d\n", f(1, 2, 3), g());
  return g();
}
