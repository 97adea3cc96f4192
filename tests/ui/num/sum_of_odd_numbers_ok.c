// The sum of the first odd numbers is a square, and what is added as often as the rounds is their product.
//@ property: unreach-call,no-overflow
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rounds = __VERIFIER_nondet_int(), price = __VERIFIER_nondet_int();
  int square = 0, paid = 0;
  if (rounds < 0 || rounds > 1000 || price < -500 || price > 500)
    return 0;
  for (int i = 0; i < rounds; i++) {
    square += 2 * i + 1;
    paid += price;
  }
  if (square != rounds * rounds)
    reach_error();
  if (paid != price * rounds)
    reach_error();
  return 0;
}
