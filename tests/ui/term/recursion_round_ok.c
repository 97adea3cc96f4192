// Rounding down and halving end at zero.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 1
extern int __VERIFIER_nondet_int(void);

static int settle(int x) {
  if (x <= 0)
    return 0;
  if (x % 2)
    return settle(x - 1);
  return settle(x / 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000)
    return 0;
  return settle(x);
}
