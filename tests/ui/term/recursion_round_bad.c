// Rounding up and halving lead back to where they began: 1 is rounded to 2, and half of that is 1.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 1
//@ native: none it overflows the stack
extern int __VERIFIER_nondet_int(void);

static int settle(int x) {
  if (x <= 0) //~ BUG non-termination
    return 0;
  if (x % 2)
    return settle(x + 1);
  return settle(x / 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000)
    return 0;
  return settle(x);
}
