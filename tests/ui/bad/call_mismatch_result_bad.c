// Calls a function that returns a double as if it returned a pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static double half(double v) { return v / 2; }

int main(void) {
  char *(*f)(double) = (char *(*)(double))half;
  char *p = f(3.0); //~ BUG invalid-call
  return p == 0;
}
