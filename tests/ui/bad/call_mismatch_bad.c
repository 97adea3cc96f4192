// Calls a function of two arguments through a pointer type of one.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int add(int a, int b) { return a + b; }

int main(void) {
  int (*f)(int) = (int (*)(int))add;
  return f(1); //~ BUG invalid-call
}
