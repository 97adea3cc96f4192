// A jump may skip the declaration, but not the end of the variable's life.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 0
//@ sanitizer: none it does not mark variables whose declaration a jump may skip
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int other = 0, *r = &other;
  {
    if (__VERIFIER_nondet_int())
      goto skip;
    int x = 3;
    r = &x;
  skip:;
  }
  return *r; //~ BUG use-after-scope
}
