// The loop stands still for a step of zero, which only an input of its own brings about.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 50 0
//@ native: none it runs for ever
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int at = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (at < 40 || step > 30)
    return 0;
  unsigned rounds = 0;
  while (at > 7 && at < 100) { //~ BUG non-termination
    at += step;
    rounds++;
  }
  return (int)rounds;
}
