// Only one input value makes the pointer null.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 77
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v = __VERIFIER_nondet_int();
  int x = 5;
  int *p = &x;
  if (v == 77)
    p = 0;
  return *p; //~ BUG null-deref
}
