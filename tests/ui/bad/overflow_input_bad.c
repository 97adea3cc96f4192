// The midpoint of two inputs is computed by adding them.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
//@ inputs: 2147483646 4
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < 0)
    return 1;
  int middle = (low + high) / 2; //~ BUG signed-overflow
  return middle > 100;
}
