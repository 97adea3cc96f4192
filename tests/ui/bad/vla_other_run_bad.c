// One run has an array of no size and means nothing; another one goes beyond its array.
//@ inputs: 4
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 4)
    return 0;
  int v[n];
  if (n == 4)
    v[n] = 1; //~ BUG out-of-bounds
  return 0;
}
