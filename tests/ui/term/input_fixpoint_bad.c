// One input value is a fixed point of the loop body.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 0
//@ native: none it runs for ever
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n < 10) //~ BUG non-termination
    n = n * 2;
  return 0;
}
