// Stores through a null pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int *p = 0;
  *p = 1; //~ BUG null-deref
  return 0;
}
