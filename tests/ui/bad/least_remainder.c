// The remainder of the least number by -1 is undefined because the quotient does not fit.
//@ property: no-overflow
//@ inputs: -2147483648 -1
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = __VERIFIER_nondet_int(), parts = __VERIFIER_nondet_int();
  if (parts == 0)
    return 0;
  return total % parts == 7; //~ BUG signed-overflow
}
