// Returns the address of a parameter.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int *address(int v) {
  int *p = &v;
  return p;
}

int main(void) {
  int *p = address(4);
  *p = 5; //~ BUG use-after-scope
  return 0;
}
