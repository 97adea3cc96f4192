// A byte that is counted up until it is zero again.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 250
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char left = (unsigned char)__VERIFIER_nondet_uint();
  while (left != 0)
    left += 1;
  return 0;
}
