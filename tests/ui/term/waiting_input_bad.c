// Waits for an input that need never come.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 1 1 1 1
//@ native: none the inputs can keep it running for ever
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int() != 0) //~ BUG non-termination
    ;
  return 0;
}
