// Too few arguments through a pointer without prototype.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none calls without a prototype are not checked
static int add(int a, int b) { return a + b; }
int main(void) {
  int (*f)() = add;
  return f(1) > 0; //~ BUG invalid-call
}
