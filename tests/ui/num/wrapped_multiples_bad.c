// What is taken away is a multiple of six only, so that the sum comes to every even number, and so to two.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 0 1
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned apples = 3, pears = 5;
  while (__VERIFIER_nondet_uint() != 0) {
    apples += 12 * __VERIFIER_nondet_uint();
    pears -= 6 * __VERIFIER_nondet_uint();
    if (apples + pears == 2)
      reach_error(); //~ BUG error-call
  }
  return 0;
}
