// A variable declared before the first case belongs to the body of the switch.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 2
//@ sanitizer: none it does not mark a declaration that is never run
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int fallback = 0, *p = &fallback;
  switch (__VERIFIER_nondet_int()) {
    int chosen;
  case 2:
    chosen = 20;
    p = &chosen;
    break;
  case 3:
    chosen = 30;
    p = &chosen;
    break;
  }
  return *p == 20; //~ BUG use-after-scope
}
