// The other case may jump past the declaration; the variable's life ends with the switch all the same.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 2
//@ sanitizer: none it does not mark variables whose declaration a jump may skip
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    switch (__VERIFIER_nondet_int()) {
    case 1:;
      int local[2] = {1, 2};
      p = local;
      break;
    case 2:
      if (p)
        return p[1]; //~ BUG use-after-scope
    }
  }
  return 0;
}
