// Uses the address of a variable of a block that was left.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int *p;
  {
    int inner = 3;
    p = &inner;
  }
  return *p; //~ BUG use-after-scope
}
