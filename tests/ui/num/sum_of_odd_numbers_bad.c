// One round too few is paid for.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 3 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rounds = __VERIFIER_nondet_int(), price = __VERIFIER_nondet_int();
  int square = 0, paid = 0;
  if (rounds < 0 || rounds > 1000 || price < -500 || price > 500)
    return 0;
  for (int i = 0; i < rounds; i++) {
    square += 2 * i + 1;
    if (i > 0)
      paid += price;
  }
  if (square != rounds * rounds)
    reach_error();
  if (paid != price * rounds)
    reach_error(); //~ BUG error-call
  return 0;
}
