// Whatever is added wraps around, and yet the sum is a multiple of four in each round.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned apples = 3, pears = 5;
  while (__VERIFIER_nondet_uint() != 0) {
    apples += 12 * __VERIFIER_nondet_uint();
    pears -= 8 * __VERIFIER_nondet_uint();
    if (apples + pears == 1)
      reach_error();
  }
  return 0;
}
