// An unchecked index from the input; only the upper bound was forgotten.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0)
    return 1;
  a[i] = 1; //~ BUG out-of-bounds
  return 0;
}
