// A byte that is counted up by two until it is zero: an odd one never is.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 1
//@ native: none it runs for ever
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char left = (unsigned char)__VERIFIER_nondet_uint();
  while (left != 0) //~ BUG non-termination
    left += 2;
  return 0;
}
