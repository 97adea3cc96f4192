// Dereferences an integer that was cast to a pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int *p = (int *)0x7000dead0000;
  *p = 1; //~ BUG wild-deref
  return 0;
}
