// A number that a function was given, made of another one, and the next input are two numbers.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
//@ inputs: 3 2147483647
extern int __VERIFIER_nondet_int(void);

static int use(int number) {
  return number;
}

int main(void) {
  int small = __VERIFIER_nondet_int();
  if (small < 0 || small > 5)
    return 0;
  use(2 * small);
  int next = __VERIFIER_nondet_int();
  return next + 1; //~ BUG signed-overflow
}
